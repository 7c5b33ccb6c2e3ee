import { noticeEnd } from './api.js'
import { credentialHeaders } from './session.js'
import { onSignedInAgain } from './session-end.js'

/** An event of a stream of server-sent events. */
export interface StreamEvent {
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: each kind of event has a different shape
  data: any
}

export interface StreamOptions {
  /** Returns the address, also to continue a stream that ended. */
  address(): string
  onEvent(event: StreamEvent): void
  /** Called when the stream has started, and when it cannot be opened. */
  reach(isReached: boolean): void
  /** Called when its subject does not exist, or the user may not follow it. */
  lose(): void
}

/** Milliseconds without any data after which a stream counts as dead. The service sends a sign of life every 25 seconds. */
const silence = 60_000
/** Milliseconds after which a hidden page closes its stream: browsers allow few connections to one host. */
const hiddenFor = 60_000

/** Follows a stream until it is closed, and opens it again when it ends. */
export function followStream(options: StreamOptions): { close(): void } {
  let isClosed = false
  let abort = new AbortController()
  let wake = () => {}
  let hiding: ReturnType<typeof setTimeout> | undefined
  // A page that may show notifications of the system follows in the background, too.
  const isHidden = () => document.hidden && window.Notification?.permission !== 'granted'
  const sleep = (milliseconds?: number) =>
    new Promise<void>((resolve) => {
      wake = resolve
      if (milliseconds !== undefined) setTimeout(resolve, milliseconds)
    })
  const look = () => {
    clearTimeout(hiding)
    if (isHidden()) hiding = setTimeout(() => abort.abort(), hiddenFor)
    else wake()
  }
  const awaken = () => wake()
  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', awaken)
  const stopWaiting = onSignedInAgain(awaken)
  const run = async () => {
    for (let failures = 0; !isClosed; ) {
      abort = new AbortController()
      const outcome = await readStream(options, abort)
      if (isClosed) return
      if (outcome === 'lost') options.lose()
      if (outcome === 'lost' || outcome === 'forbidden') return
      if (outcome === 'signedOut') {
        await noticeEnd()
        await sleep()
        continue
      }
      failures = outcome === 'ended' ? 0 : failures + 1
      if (outcome === 'unreached') options.reach(false)
      await sleep(isHidden() ? undefined : Math.min(1000 * 2 ** failures, 15_000))
    }
  }
  void run()
  return {
    close() {
      isClosed = true
      clearTimeout(hiding)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('online', awaken)
      stopWaiting()
      abort.abort()
      wake()
    },
  }
}

/** Reads one stream to its end; returns `unreached` if it could not be opened. */
async function readStream(
  { address, onEvent, reach }: StreamOptions,
  abort: AbortController,
): Promise<'ended' | 'unreached' | 'signedOut' | 'forbidden' | 'lost'> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const live = () => {
    clearTimeout(timer)
    timer = setTimeout(() => abort.abort(), silence)
  }
  try {
    live()
    const response = await fetch(address(), {
      headers: credentialHeaders('GET'),
      signal: abort.signal,
    })
    if (response.status === 404) return 'lost'
    if (response.status === 401) return 'signedOut'
    if (response.status >= 400 && response.status < 500 && response.status !== 429) return 'forbidden'
    if (!response.ok || !response.body) return 'unreached'
    reach(true)
    await readEvents(response.body, live, onEvent)
    return 'ended'
  } catch {
    return abort.signal.aborted ? 'ended' : 'unreached'
  } finally {
    clearTimeout(timer)
    abort.abort()
  }
}

async function readEvents(
  body: ReadableStream<Uint8Array>,
  live: () => void,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as never).getReader() as ReadableStreamDefaultReader<string>
  let text = ''
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    live()
    text += value
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const event = /^event: (.*)$/m.exec(part)?.[1]
      const data = /^data: (.*)$/m.exec(part)?.[1]
      if (event && data) onEvent({ event, data: JSON.parse(data) })
    }
  }
}
