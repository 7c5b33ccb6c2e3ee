import { createServer, type Socket } from 'node:net'

/** A request as received. */
export interface RawRequest {
  method: string
  path: string
  /** Header lines as they were sent. */
  headers: string[]
  body: string
}

export type RawResponse = (socket: Socket, request: RawRequest, count: number) => void

/** A server on loopback that responds byte by byte as a test specifies, and records every request. */
export async function startRawServer(answer: RawResponse) {
  const requests: RawRequest[] = []
  const sockets = new Set<Socket>()
  const asking = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      asking.delete(socket)
    })
    socket.on('error', () => {})
    let received = ''
    socket.on('data', (data) => {
      asking.add(socket)
      received += data.toString('latin1')
      const request = readRequest(received)
      if (request === undefined) return
      received = ''
      requests.push(request)
      answer(socket, request, requests.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    /** Its address in the format of EGRESS_ALLOW: `127.0.0.1:port`. */
    entry: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    /** Open connections on which a request was sent. */
    askingConnections: () => asking.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A response with its length, ready to be written. */
export function httpResponse(status: number, headers: Record<string, string> = {}, body: string | Buffer = ''): Buffer {
  const lines = Object.entries({ 'Content-Length': String(Buffer.byteLength(body)), ...headers })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} X\r\n${head}\r\n`), Buffer.from(body)])
}

/** Undefined until it is complete. */
function readRequest(text: string): RawRequest | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...headers] = text.slice(0, end).split('\r\n')
  const [method = '', path = ''] = first.split(' ')
  const length = Number(/^content-length: (\d+)$/im.exec(headers.join('\n'))?.[1] ?? 0)
  const body = text.slice(end + 4)
  return body.length < length ? undefined : { method, path, headers, body }
}
