import { ApiError, type Endpoint, type EndpointId, endpoints } from '@colloquy/api'
import { toIssues } from '@colloquy/flow'
import type { TokenScope } from '@colloquy/storage'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { authenticate, type Caller } from './auth.js'
import { clientAddress } from './client-address.js'
import { allowOrigin, answerPreflight } from './cors.js'
import type { Handlers } from './handler.js'
import { type Call, RawAnswer } from './handler.js'
import { RateLimit } from './rate-limit.js'
import { botHandlers } from './routes/bots.js'
import { chatHandlers } from './routes/chat.js'
import { instanceHandlers } from './routes/instance.js'
import { resultHandlers } from './routes/results.js'
import { userHandlers } from './routes/users.js'
import { workspaceHandlers } from './routes/workspaces.js'
import type { Service } from './service.js'

const handlers = {
  ...botHandlers,
  ...chatHandlers,
  ...instanceHandlers,
  ...resultHandlers,
  ...userHandlers,
  ...workspaceHandlers,
} satisfies Handlers

/** Makes a route of every endpoint: token, size, shape and rate are checked as its data says, then its handler runs. */
export function registerRoutes(app: FastifyInstance, service: Service): void {
  const limits = {
    startChat: new RateLimit(service.config.limits.startsPerMinute),
    continueChat: new RateLimit(service.config.limits.repliesPerMinute),
    saveClientLogs: new RateLimit(service.config.limits.repliesPerMinute),
  }
  for (const endpoint of Object.values(endpoints) as Endpoint[]) {
    const handle = handlers[endpoint.id as EndpointId] as (service: Service, call: Call<unknown>) => Promise<unknown>
    const limit = service.config.isRateLimited ? limits[endpoint.id as keyof typeof limits] : undefined
    const isChat = endpoint.id in limits
    const url = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
    if (isChat) app.options(url, async (request, reply) => answerPreflight(request, reply))
    app.route({
      method: endpoint.method,
      url,
      bodyLimit: endpoint.bodyLimit === 'flow' ? service.config.limits.flowBytes : service.config.limits.chatBytes,
      onRequest: [
        (request, reply, done) => {
          if (isChat) allowOrigin(request, reply)
          if (limit) takeToken(service, limit, request)
          done()
        },
        ...(endpoint.auth === 'none' ? [] : [authenticated(service, endpoint.auth)]),
      ],
      handler: async (request, reply) =>
        answer(endpoint, await handle(service, readCall(endpoint, request, reply)), reply),
    })
  }
}

const callers = new WeakMap<FastifyRequest, Caller>()

function authenticated(service: Service, scope: TokenScope) {
  return async (request: FastifyRequest) => {
    callers.set(request, await authenticate(service.storage, request.headers.authorization, scope, service.now()))
  }
}

function readCall(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Call<unknown> {
  return {
    params: readPart(endpoint.params, request.params, ''),
    query: readPart(endpoint.query, request.query, ''),
    body: readPart(endpoint.body, request.body, ''),
    caller: callers.get(request),
    request,
    reply,
  } as unknown as Call<unknown>
}

function readPart(schema: z.ZodType | undefined, value: unknown, prefix: string): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new ApiError('invalid_request', { issues: toIssues(parsed.error.issues, prefix) })
  return parsed.data
}

function answer(endpoint: Endpoint, value: unknown, reply: FastifyReply): FastifyReply {
  reply.header('content-type', endpoint.contentType ?? 'application/json; charset=utf-8')
  reply.header('x-content-type-options', 'nosniff')
  if (endpoint.id !== 'docs' && endpoint.id !== 'home') reply.header('cache-control', 'no-store')
  return reply.send(value instanceof RawAnswer ? value.text : JSON.stringify(value))
}

function takeToken(service: Service, limit: RateLimit, request: FastifyRequest): void {
  const forwarded = request.headers['x-forwarded-for']
  const address = clientAddress(
    request.socket.remoteAddress,
    typeof forwarded === 'string' ? forwarded : undefined,
    service.config.trustedProxies,
  )
  const retryAfter = limit.take(address, service.now())
  if (retryAfter > 0) throw new ApiError('too_many_requests', { retryAfter })
}
