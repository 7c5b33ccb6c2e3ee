import type { ActionOutcome } from '../conversation/action-context.js'
import type { ActionTools } from './action-tools.js'
import { readStream } from './read-stream.js'

/** Shows the text of a model while it is written, and gives the flow the whole of it. A stream that breaks can be asked for again. */
export async function streamReply(body: unknown, tools: ActionTools): Promise<ActionOutcome> {
  const { context, connection } = tools
  const sessionId = context.state.session?.sessionId ?? ''
  context.stream('')
  try {
    const response = await startedStream(
      () => connection.post(`/v2/sessions/${sessionId}/streamMessage`, body, {}, context.signal),
      tools,
    )
    let text = ''
    for await (const part of readStream(response)) {
      if (part.kind === 'failed') throw new Error(part.message)
      text += part.text
      context.stream(text)
    }
    context.stream(text, true)
    return { kind: 'reply', text }
  } catch (error) {
    context.stream('', true)
    if (context.signal.aborted) return { kind: 'done' }
    context.log({ status: 'error', description: 'A streamed answer broke off', details: String(error) })
    await new Promise<void>((resolve) => {
      context.signal.addEventListener('abort', () => resolve(), { once: true })
      context.notice({ kind: 'failed', retry: resolve })
    })
    if (context.signal.aborted) return { kind: 'done' }
    context.notice(undefined)
    return streamReply(body, tools)
  }
}

/** One more try for a service that is busy for a moment. */
async function startedStream(
  start: () => Promise<Response>,
  { surroundings, context }: ActionTools,
): Promise<Response> {
  let response = await start()
  if ([403, 500, 502, 503].includes(response.status)) {
    await surroundings.sleep(3000, context.signal)
    response = await start()
  }
  if (!response.ok || response.headers.get('content-type')?.includes('application/json')) {
    const { message } = (await response.json().catch(() => ({}))) as { message?: string }
    throw new Error(message ?? `Status ${response.status}`)
  }
  return response
}
