import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Milliseconds after which a request that was sent before the service stopped listening has arrived, and between two looks. */
const pauseMilliseconds = 500

/**
 * Closes connections that would keep the service from its end: those on which nothing has arrived, such as browsers open in advance, and
 * those that become idle after it began, because the request arrived in full only after its response. Node would wait for the next request.
 */
export function closeWaitingConnections(app: FastifyInstance): void {
  const open = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    const timer = setInterval(() => {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
      app.server.closeIdleConnections()
    }, pauseMilliseconds).unref()
    app.server.once('close', () => clearInterval(timer))
  })
}
