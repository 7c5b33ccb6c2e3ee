import { credentialHeaders } from './session.js'

/** What a stream of server-sent events brings. */
export interface StreamEvent {
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: each kind of event has a shape of its own
  data: any
}

export interface FollowOptions {
  botId: string
  /** The name of this page among those of all who follow. */
  client: string
  /** What is known of the bot already. */
  revision(): number
  hear(event: StreamEvent): void
  /** Told when the stream has begun, and when it cannot be had. */
  reach(isReached: boolean): void
  /** Told when there is no such bot, or none that one may follow. */
  lose(): void
}

/** Milliseconds without a sign of life, which comes every 25 seconds, after which a stream counts as dead. */
const silence = 60_000
/** Milliseconds after which a page that nobody sees lets go of its stream: browsers have few connections to one host. */
const hiddenFor = 60_000

/** Follows a bot until it is told to stop, taking the stream up again wherever it ended. */
export function followBot(options: FollowOptions): { close(): void } {
  let isClosed = false
  let abort = new AbortController()
  let wake = () => {}
  let hiding: ReturnType<typeof setTimeout> | undefined
  const isHidden = () => document.visibilityState === 'hidden'
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
  const run = async () => {
    for (let failures = 0; !isClosed; ) {
      abort = new AbortController()
      const outcome = await readStream(options, abort)
      if (isClosed) return
      if (outcome === 'lost') options.lose()
      if (outcome === 'lost' || outcome === 'forbidden') return
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
      abort.abort()
      wake()
    },
  }
}

/** Reads one stream to its end; `unreached` when there was none. */
async function readStream(
  { botId, client, revision, hear, reach }: FollowOptions,
  abort: AbortController,
): Promise<'ended' | 'unreached' | 'forbidden' | 'lost'> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const live = () => {
    clearTimeout(timer)
    timer = setTimeout(() => abort.abort(), silence)
  }
  try {
    live()
    const query = new URLSearchParams({ client, revision: String(revision()) })
    const response = await fetch(`/api/v1/bots/${botId}/live?${query}`, {
      headers: credentialHeaders('GET'),
      signal: abort.signal,
    })
    if (response.status === 404) return 'lost'
    if (response.status >= 400 && response.status < 500 && response.status !== 429) return 'forbidden'
    if (!response.ok || !response.body) return 'unreached'
    reach(true)
    await readEvents(response.body, live, hear)
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
  hear: (event: StreamEvent) => void,
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
      if (event && data) hear({ event, data: JSON.parse(data) })
    }
  }
}
