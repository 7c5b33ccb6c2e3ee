import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** An HTTP proxy before several instances. */
export interface FailoverProxy {
  readonly url: string
  /** How many requests went to another instance, because the first one that was asked refused or closed the connection. */
  retries(): number
  close(): Promise<void>
}

/**
 * Sends each request to the next of the instances that `urls` names, over kept connections. One that refuses the connection, or
 * closes it before any byte of an answer came, is passed over for the next, and not asked for a moment: what nginx does with
 * `proxy_next_upstream error non_idempotent` and `fail_timeout`. An answer is passed on as it is, whatever it says.
 */
export async function startFailoverProxy(urls: () => readonly string[]): Promise<FailoverProxy> {
  const agent = new Agent({ keepAlive: true })
  const failedAt = new Map<string, number>()
  let turn = 0
  let retries = 0

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    turn += 1
    const all = urls()
    const inTurn = all.map((_, index) => all[(turn + index) % all.length] as string)
    const isResting = (url: string) => performance.now() - (failedAt.get(url) ?? -restMs) < restMs
    for (const url of [...inTurn.filter((one) => !isResting(one)), ...inTurn.filter(isResting)]) {
      const response = await ask(url, incoming, body).catch(() => undefined)
      if (response) {
        outgoing.writeHead(response.statusCode as number, response.headers)
        response.pipe(outgoing)
        response.once('error', () => outgoing.destroy())
        return
      }
      failedAt.set(url, performance.now())
      retries += 1
    }
    outgoing.writeHead(502).end(noInstance)
  }

  function ask(url: string, { method, url: path, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { connection: _, ...kept } = headers
      request(`${url}${path}`, { method, agent, headers: kept }, resolve).once('error', reject).end(body)
    })
  }

  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing).catch(() => outgoing.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    retries: () => retries,
    close() {
      agent.destroy()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** The body of a 502. */
export const noInstance = 'No instance took the request.'
const restMs = 500
