import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { adminToken } from './service-process.js'

export interface HttpResponse {
  status: number
  text: string
}

/** Makes requests over persistent connections, optionally from another address of this machine. Rejects incomplete responses. */
export function httpClient(options: { keepAlive: boolean; localAddress?: string } = { keepAlive: true }) {
  const agent = new Agent(options)
  const ask = (
    address: string,
    method: string,
    headers: OutgoingHttpHeaders,
    payload?: string,
  ): Promise<HttpResponse> =>
    new Promise((resolve, reject) => {
      const outgoing = request(address, { method, agent, headers }, (incoming) => {
        let text = ''
        incoming.setEncoding('utf8').on('data', (part) => {
          text += part
        })
        incoming.on('error', reject)
        incoming.on('close', () => {
          if (incoming.complete) resolve({ status: incoming.statusCode ?? 0, text })
          else reject(new Error('The answer was cut off'))
        })
      })
      outgoing.on('error', reject)
      outgoing.end(payload)
    })
  const send = (method: string, address: string, body: unknown, headers: Record<string, string> = {}) => {
    const payload = JSON.stringify(body)
    const length = String(Buffer.byteLength(payload))
    return ask(address, method, { 'content-type': 'application/json', 'content-length': length, ...headers }, payload)
  }
  return {
    get: (address: string, headers: Record<string, string> = {}) => ask(address, 'GET', headers),
    /** Sends JSON. */
    send,
    /** Posts JSON. */
    post: (address: string, body: unknown, headers: Record<string, string> = {}) =>
      send('POST', address, body, headers),
    close: () => agent.destroy(),
  }
}

export type HttpClient = ReturnType<typeof httpClient>

/** Creates and publishes a bot in the first workspace of the owner. Returns its id. */
export async function publishBot(url: string, bot: object): Promise<string> {
  const call = async (path: string, body?: unknown) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${adminToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`)
    return (await response.json()) as { workspaces: { id: string }[]; bot: { id: string } }
  }
  const { workspaces } = await call('/workspaces')
  const made = await call('/bots', { workspaceId: workspaces[0]?.id, bot })
  await call(`/bots/${made.bot.id}/publish`, {})
  return made.bot.id
}
