import type { ActionOutcome } from '../conversation/conversation.js'
import type { ActionTools } from './action-tools.js'

/** Waits for what another system sends to this conversation; its data is the reply. */
export async function listenForWebhook(tools: ActionTools): Promise<ActionOutcome> {
  const { context, connection, wsHost, isPreview, surroundings } = tools
  const { sessionId, resultId, bot } = context.state.session ?? {}
  const room = isPreview || !resultId ? `${sessionId?.split('-')[1] ?? sessionId}/${bot?.id}` : resultId
  const address = new URL(`${wsHost ?? connection.host}/parties/main/${room}/webhooks`, location.href)
  address.protocol = address.protocol === 'http:' || address.protocol === 'ws:' ? 'ws:' : 'wss:'
  for (let attempt = 0; !context.signal.aborted; attempt++) {
    const text = await firstMessage(address, context.signal)
    if (text !== undefined) return { kind: 'reply', text }
    await surroundings.sleep(Math.min(15_000, 1000 * 2 ** attempt), context.signal)
    await surroundings.offline()
  }
  return { kind: 'done' }
}

/** Undefined when the socket closes before anything came. */
function firstMessage(address: URL, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address)
    const end = (text?: string) => {
      resolve(text)
      socket.close()
    }
    signal.addEventListener('abort', () => end(), { once: true })
    socket.onclose = () => resolve(undefined)
    socket.onmessage = ({ data }) => end(dataOf(String(data)))
  })
}

function dataOf(text: string): string {
  try {
    const { data } = JSON.parse(text)
    return typeof data === 'string' ? data : JSON.stringify(data)
  } catch {
    return text
  }
}
