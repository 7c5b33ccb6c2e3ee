import type { ActionOutcome } from '../conversation/action-context.js'
import type { ActionTools } from './action-tools.js'

/** Waits for data that another system sends to this conversation; the unmodified data is the reply. */
export async function listenForWebhook({
  context,
  connection,
  wsHost,
  surroundings,
}: ActionTools): Promise<ActionOutcome> {
  const { signal } = context
  const session = context.state.session?.sessionId ?? ''
  const address = `${wsHost ?? connection.host}/api/v1/sessions/${session}/webhooks`
  for (let attempt = 0; !signal.aborted; attempt++) {
    const text = await firstEvent(address, signal)
    if (text !== undefined) return { kind: 'reply', text }
    await surroundings.sleep(Math.min(15_000, 1000 * 2 ** attempt), signal)
    await surroundings.offline()
  }
  return { kind: 'done' }
}

/**
 * Undefined if the connection is rejected or closed for good before anything arrived; after shorter interruptions a browser reconnects by
 * itself.
 */
function firstEvent(address: string, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const source = new EventSource(address)
    const end = (text?: string) => {
      source.close()
      resolve(text)
    }
    signal.addEventListener('abort', () => end(), { once: true })
    source.onmessage = ({ data }) => end(String(data))
    source.onerror = () => source.readyState === EventSource.CLOSED && end()
  })
}
