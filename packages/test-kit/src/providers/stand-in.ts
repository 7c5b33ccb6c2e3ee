import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as a stand-in received it. */
export interface ReceivedRequest {
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingHttpHeaders
  text: string
  /** The body if it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  json: any
}

/** A response: `json`, the bytes of `body`, or the parts of `stream` as they arrive. A stream that throws breaks the connection. */
export interface StandInResponse {
  status?: number
  headers?: Record<string, string>
  json?: unknown
  body?: Uint8Array | string
  stream?: AsyncIterable<Uint8Array | string>
}

/** A simulated failure instead of a response: none at all, half of one, or a connection that ends without one. */
export type Fault = StandInResponse | 'hang' | 'cut' | 'reset'

/**
 * A local service with the protocol of a real one: `answer` checks what the real service would and responds in its format. Tests can make
 * requests fail in specific ways.
 */
export async function standIn(answer: (request: ReceivedRequest) => Fault | Promise<Fault>) {
  const received: ReceivedRequest[] = []
  const streams = { open: 0, waiting: 0 }
  let fault: Fault | undefined
  let isMeant = (_request: ReceivedRequest) => true
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '/', 'http://stand-in')
    const text = Buffer.concat(chunks).toString()
    const one: ReceivedRequest = {
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      text,
      json: jsonOf(text),
    }
    received.push(one)
    const given = (isMeant(one) ? fault : undefined) ?? (await answer(one))
    if (given === 'hang') {
      streams.waiting++
      response.once('close', () => streams.waiting--)
      return
    }
    if (given === 'reset') {
      response.destroy()
      return
    }
    if (given === 'cut') {
      response.writeHead(200, { 'content-length': '1000' }).write('half of it')
      setImmediate(() => response.destroy())
      return
    }
    const { status = 200, headers = {}, json, body, stream } = given
    if (stream) {
      response.writeHead(status, { 'content-type': 'text/event-stream', ...headers })
      response.flushHeaders()
      streams.open++
      response.once('close', () => streams.open--)
      await writeAll(stream, response).catch(() => response.destroy())
      return
    }
    const content = json === undefined ? (body ?? '') : JSON.stringify(json)
    const type = json === undefined ? {} : { 'content-type': 'application/json' }
    response.writeHead(status, { ...type, ...headers }).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** For `EGRESS_ALLOW`, if the address is one that authors enter. */
    entry: `127.0.0.1:${port}`,
    received,
    /** Numbers of streams that clients still read, and of requests that hang and that clients have not given up. */
    streams,
    /** From now on requests, or those that match, receive this instead of a response; undefined ends that. */
    failWith(next: Fault | undefined, meant = (_request: ReceivedRequest) => true) {
      fault = next
      isMeant = meant
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function writeAll(parts: AsyncIterable<Uint8Array | string>, response: ServerResponse): Promise<void> {
  for await (const part of parts) {
    if (response.destroyed) return
    if (!response.write(part)) await once(response, 'drain')
  }
  response.end()
}

export type StandIn = Awaited<ReturnType<typeof standIn>>

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
