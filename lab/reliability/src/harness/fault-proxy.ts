import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy on a free port that breaks connections on the way back. */
export interface FaultProxy {
  readonly url: string
  /** The next connection passes only that many bytes of what the service sends, then both of its ends are cut. */
  cutNext(afterBytes: number): void
  /** How many connections were cut so far. */
  cuts(): number
  close(): Promise<void>
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target)
  const budgets: number[] = []
  const sockets = new Set<Socket>()
  let cuts = 0
  const server = createServer((client) => {
    let left = budgets.shift() ?? Number.POSITIVE_INFINITY
    const service = connect(Number(port), hostname)
    const cut = () => {
      client.destroy()
      service.destroy()
    }
    for (const socket of [client, service]) {
      sockets.add(socket)
      socket.on('error', cut)
      socket.on('close', () => sockets.delete(socket))
    }
    client.pipe(service)
    service.on('data', (bytes) => {
      if (bytes.length <= left) {
        left -= bytes.length
        client.write(bytes)
        return
      }
      cuts += 1
      client.write(bytes.subarray(0, left), cut)
      left = 0
    })
    service.on('end', () => client.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${address.port}`,
    cutNext: (afterBytes) => budgets.push(afterBytes),
    cuts: () => cuts,
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
