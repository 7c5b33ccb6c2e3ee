import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Milliseconds after which a request that was sent before the service stopped listening has arrived. */
const arrivalMilliseconds = 500

/**
 * Closes connections on which nothing has arrived when the service ends, such as those that browsers open in advance. Node waits for their
 * first request, up to the time for its headers.
 */
export function closeSilentConnections(app: FastifyInstance): void {
  const open = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    setTimeout(() => {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }, arrivalMilliseconds).unref()
  })
}
