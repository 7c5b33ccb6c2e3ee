import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError } from '@colloquy/api'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { admitToBotSummary } from '../access/access.js'
import { authenticate } from '../access/auth.js'
import { isAdmitted } from '../access/is-admitted.js'
import type { Needs, Service } from '../service.js'
import { openSession } from '../sessions/open-session.js'
import { returnToHttp } from './return-to-http.js'
import { sessionOfResult } from './session-of-result.js'

/**
 * WebSocket channels on which clients wait for a webhook: `/parties/main/{resultId}/webhooks`, and in previews
 * `/parties/main/{userId}/{botId}/webhooks`. A client that parses those two ids out of the session id, which does not contain them here,
 * asks for `/parties/main/undefined/{sessionId}/webhooks`. The channel of a user and a bot admits only that user, by a token or a login
 * session, while they may change the bot. A channel sends one message, the reply to send, and closes. Requests for other channels get a
 * 404.
 */
export function openWebhookRooms(app: FastifyInstance, service: Service): void {
  const rooms = new WebSocketServer({ noServer: true, maxPayload: 1024, perMessageDeflate: false })
  const server = app.server as Server
  const open = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const drop = () => socket.destroy()
    socket.on('error', drop)
    const room = await findRoom(service, request).catch((error) => {
      if (!(error instanceof ApiError) || error.status >= 500)
        app.log.error({ err: error }, 'opening a webhook connection failed')
    })
    socket.off('error', drop)
    if (room === undefined) returnToHttp(server, request, socket, head)
    else rooms.handleUpgrade(request, socket, head, (client) => void wait(service, room, client))
  }
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    open(request, socket, head).catch((error) => {
      app.log.error({ err: error }, 'upgrading a connection failed')
      socket.destroy()
    })
  })
  const beat = setInterval(() => {
    for (const client of rooms.clients) client.ping()
  }, heartbeat).unref()
  app.addHook('preClose', async () => {
    clearInterval(beat)
    for (const client of rooms.clients) client.terminate()
  })
}

/** Milliseconds between pings, which keep proxies from closing a silent connection. */
const heartbeat = 25_000

/** Close code that asks the client to connect again. */
const comeAgain = 1012

interface Room {
  sessionId: string
  /** Throws if the client may no longer listen to the session. */
  admit(): Promise<unknown>
}

async function wait(service: Needs<'webhookListeners'>, { sessionId, admit }: Room, client: WebSocket): Promise<void> {
  client.on('error', () => client.terminate())
  // Many clients may have been admitted at once: they are counted only from here on.
  if (service.webhookListeners.isFull(sessionId)) return client.close(comeAgain)
  try {
    const stop = await service.webhookListeners.listen(sessionId, {
      receive(text) {
        if (text !== undefined) client.send(text)
        client.close(text === undefined ? comeAgain : 1000)
      },
      isAllowed: () => isAdmitted(admit),
    })
    client.once('close', stop)
    if (client.readyState === client.CLOSED) stop()
  } catch {
    client.close(comeAgain)
  }
}

/** Returns the channel that a request asks for, if this client may listen to it. */
async function findRoom(service: Service, request: IncomingMessage): Promise<Room | undefined> {
  const [, first, second] = roomPath.exec(request.url ?? '') ?? []
  if (first === undefined || request.headers.upgrade?.toLowerCase() !== 'websocket') return undefined
  service.rates.check('failedSessionsPerMinute', request)
  const found = second === undefined ? await resultOf(service, first) : await previewOf(service, request, first, second)
  if (found === undefined) service.rates.take('failedSessionsPerMinute', request)
  if (found === undefined || service.webhookListeners.isFull(found.sessionId)) return undefined
  const { sessionId } = found
  const referrer = { origin: request.headers.origin, iframeReferrer: undefined, own: [] }
  const admit = async () => {
    await found.admit()
    await openSession(service, { sessionId, referrer })
  }
  await admit()
  return { sessionId, admit }
}

const roomPath = /^\/parties\/main\/([\w-]+)(?:\/([\w-]+))?\/webhooks(?:\?|$)/

async function resultOf(service: Service, resultId: string): Promise<Room | undefined> {
  const sessionId = await sessionOfResult(service, resultId)
  return sessionId === undefined ? undefined : { sessionId, admit: async () => {} }
}

async function previewOf(
  service: Needs<'storage' | 'config' | 'secret' | 'now'>,
  request: IncomingMessage,
  first: string,
  second: string,
): Promise<Room | undefined> {
  const { storage } = service
  const session = await storage.sessions.get(second)
  if (session) return session.releaseId === null ? { sessionId: session.id, admit: async () => {} } : undefined
  const admit = async () => {
    const caller = await authenticate(service, request, 'write')
    const { bot } = await admitToBotSummary(storage, caller, 'bot.connect', second)
    return { userId: caller.user.id, bot }
  }
  const { userId, bot } = await admit()
  const preview = userId === first && (await storage.sessions.latestPreview(bot.workspaceId, bot.id, service.now()))
  return preview ? { sessionId: preview.id, admit } : undefined
}
