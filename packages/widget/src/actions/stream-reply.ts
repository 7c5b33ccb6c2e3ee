import type { ActionOutcome } from '../conversation/action-context.js'
import type { ActionTools } from './action-tools.js'
import { readStream } from './read-stream.js'

/** Milliseconds between two updates of the text: models write faster than a page needs to render. */
const betweenUpdates = 50
/** Maximum number of reconnections before the visitor is asked. */
const maxReconnections = 4

/** How one connection ended: the service has answered, it rejects the request, or the connection failed or broke. */
type Ending = { kind: 'done'; text: string } | { kind: 'over' } | { kind: 'failed' | 'broken'; error: unknown }

/**
 * Shows the text of a model while it is written, and passes the complete text to the flow. The service keeps the text, so a broken
 * connection resumes where it was. A text that fails can be requested again.
 */
export async function streamReply(tools: ActionTools): Promise<ActionOutcome> {
  const { context, surroundings } = tools
  const { signal } = context
  const shown = textShown(context.stream)
  context.stream('')
  for (let broken = 0; ; ) {
    const ending = await follow(tools, shown.show)
    if (signal.aborted) {
      shown.end('')
      return { kind: 'done' }
    }
    if (ending.kind === 'done') {
      shown.end(ending.text)
      return { kind: 'reply', text: ending.text }
    }
    if (ending.kind === 'over') {
      shown.end('')
      return { kind: 'done' }
    }
    if (ending.kind === 'broken' && broken < maxReconnections) {
      await surroundings.offline()
      await surroundings.sleep(500 * 2 ** broken, signal)
      broken++
      continue
    }
    shown.end('')
    context.log({ status: 'error', description: 'A streamed answer broke off', details: String(ending.error) })
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true })
      context.notice({ kind: 'failed', retry: resolve })
    })
    if (signal.aborted) return { kind: 'done' }
    context.notice(undefined)
    context.stream('')
    broken = 0
  }
}

/** Reads the text over one connection. `show` receives all of it so far. */
async function follow(tools: ActionTools, show: (text: string) => void): Promise<Ending> {
  let text = ''
  try {
    const response = await startedStream(tools)
    // Another tab has continued.
    if (response.status === 400) return { kind: 'over' }
    if (!response.ok) return { kind: 'failed', error: await problemOf(response) }
    for await (const event of readStream(response)) {
      if (event.type === 'error') return { kind: 'failed', error: event.log.description }
      if (event.type === 'done') return { kind: 'done', text }
      text += event.text
      show(text)
    }
    return { kind: 'broken', error: 'The stream ended early' }
  } catch (error) {
    return { kind: 'broken', error }
  }
}

/** Shows a text that grows; what a new connection repeats is already there. */
function textShown(stream: ActionTools['context']['stream']) {
  let latest = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    show(text: string) {
      if (text.length <= latest.length) return
      latest = text
      timer ??= setTimeout(() => {
        timer = undefined
        stream(latest)
      }, betweenUpdates)
    },
    end(text: string) {
      clearTimeout(timer)
      timer = undefined
      latest = ''
      stream(text, true)
    },
  }
}

const busy = [403, 429, 500, 502, 503]

/** Retries once if the service is busy for a moment. */
async function startedStream({ connection, surroundings, context }: ActionTools): Promise<Response> {
  const sessionId = context.state.session?.sessionId ?? ''
  const start = () => connection.post(`/v1/sessions/${sessionId}/streamMessage`, {}, {}, context.signal)
  const response = await start()
  if (!busy.includes(response.status)) return response
  await surroundings.sleep(3000, context.signal)
  return start()
}

async function problemOf(response: Response): Promise<string> {
  const { message } = (await response.json().catch(() => ({}))) as { message?: string }
  return message ?? `Status ${response.status}`
}
