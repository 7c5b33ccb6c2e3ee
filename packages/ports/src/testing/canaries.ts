import { createServer, type Server, type Socket } from 'node:net'

/** One connection that was made. */
export interface Hit {
  /** The address that was connected to; IPv4 in its own notation. */
  address: string
  port: number
}

/**
 * Listens at these ports on every address of the machine and records connections. Answers `/redirect?<status>&<address>` with that
 * redirect, and everything else with 200.
 */
export async function startCanaries(ports: readonly number[]) {
  const hits: Hit[] = []
  const sockets = new Set<Socket>()
  const servers = await Promise.all(ports.map((port) => listen(port, hits, sockets)))
  return {
    /** Returns the connections since the last call. */
    take: () => hits.splice(0),
    async close() {
      for (const socket of sockets) socket.destroy()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

function listen(port: number, hits: Hit[], sockets: Set<Socket>): Promise<Server> {
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    hits.push({ address: (socket.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/, ''), port })
    socket.on('data', (data) => socket.write(response(data.toString('latin1'))))
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '::', () => resolve(server))
  })
}

function response(request: string): string {
  const [, status, location] = /^\S+ \/redirect\?(\d+)&(\S+) HTTP/.exec(request) ?? []
  if (status !== undefined && location !== undefined) {
    return `HTTP/1.1 ${status} Elsewhere\r\nLocation: ${decodeURIComponent(location)}\r\nContent-Length: 0\r\n\r\n`
  }
  return 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\ncanary'
}
