import { ApiError, type Endpoint, type EndpointId, endpoints } from '@colloquy/api'
import { toIssues } from '@colloquy/flow'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { authenticate } from './auth.js'
import { clientAddress } from './client-address.js'
import { allowOrigin, answerPreflight } from './cors.js'
import type { Handlers } from './handler.js'
import { BareAnswer, type Call, RawAnswer, StreamAnswer } from './handler.js'
import { RateLimit } from './rate-limit.js'
import { botHandlers } from './routes/bots.js'
import { chatHandlers } from './routes/chat.js'
import { credentialsHandlers } from './routes/credentials.js'
import { fileHandlers } from './routes/files.js'
import { instanceHandlers } from './routes/instance.js'
import { lintHandlers } from './routes/lint.js'
import { resultHandlers } from './routes/results.js'
import { userHandlers } from './routes/users.js'
import { webhookHandlers } from './routes/webhooks.js'
import { workspaceHandlers } from './routes/workspaces.js'
import type { Service } from './service.js'

const handlers = {
  ...botHandlers,
  ...chatHandlers,
  ...credentialsHandlers,
  ...fileHandlers,
  ...instanceHandlers,
  ...lintHandlers,
  ...resultHandlers,
  ...userHandlers,
  ...webhookHandlers,
  ...workspaceHandlers,
} satisfies Handlers

/** Makes a route of every endpoint: token, size, shape and rate are checked as its data says, then its handler runs. */
export function registerRoutes(app: FastifyInstance, service: Service): void {
  const all = Object.values(endpoints) as Endpoint[]
  const limits = rateLimits(service)
  for (const endpoint of all.filter((it) => !it.takesFile)) addRoute(app, service, endpoint, limits)
  app.register(async (scope) => {
    await readFilesOnly(scope)
    for (const endpoint of all.filter((it) => it.takesFile)) addRoute(scope, service, endpoint, limits)
  })
  const paths = new Set(all.filter((it) => openToPages.has(it.id)).map(routePath))
  for (const path of paths) app.options(path, async (request, reply) => answerPreflight(request, reply))
}

/** Operations that pages of other sites use. */
const openToPages = new Set([
  'startChat',
  'continueChat',
  'saveClientLogs',
  'listenForWebhooks',
  'generateUploadUrl',
  'uploadFile',
  'uploadFileInForm',
])

type RateLimits = Partial<Record<string, RateLimit>>

function rateLimits({ config }: Service): RateLimits {
  if (!config.isRateLimited) return {}
  return {
    startChat: new RateLimit(config.limits.startsPerMinute),
    continueChat: new RateLimit(config.limits.repliesPerMinute),
    saveClientLogs: new RateLimit(config.limits.repliesPerMinute),
    generateUploadUrl: new RateLimit(config.limits.uploadsPerMinute),
  }
}

function addRoute(app: FastifyInstance, service: Service, endpoint: Endpoint, limits: RateLimits): void {
  const handle = handlers[endpoint.id as EndpointId] as (service: Service, call: Call<unknown>) => Promise<unknown>
  const limit = limits[endpoint.id]
  const isOpen = openToPages.has(endpoint.id)
  app.route({
    method: endpoint.method,
    url: routePath(endpoint),
    bodyLimit: endpoint.bodyLimit === 'flow' ? service.config.limits.flowBytes : service.config.limits.chatBytes,
    config: { takesFile: endpoint.takesFile !== undefined },
    onRequest: async (request, reply) => {
      if (isOpen) allowOrigin(request, reply)
      if (limit) takeToken(service, limit, request)
      if (endpoint.auth !== 'none') {
        const caller = await authenticate(service.storage, request.headers.authorization, endpoint.auth, service.now())
        callers.set(request, caller)
      }
    },
    handler: async (request, reply) =>
      answer(endpoint, await handle(service, readCall(endpoint, request, reply)), reply),
  })
}

function routePath(endpoint: Endpoint): string {
  return endpoint.path.replace(/\{(\w+)\}/g, ':$1')
}

/** Within `scope` no body is parsed: handlers read files as they come, and forms part by part. */
async function readFilesOnly(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: Number.MAX_SAFE_INTEGER, files: 1, fields: 50, fieldSize: 10_000, parts: 100, headerPairs: 50 },
  })
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
}

const callers = new WeakMap<FastifyRequest, unknown>()

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
  if (value instanceof BareAnswer) return reply.code(value.status).headers(value.headers).send(value.content)
  reply.header('content-type', endpoint.contentType ?? 'application/json; charset=utf-8')
  reply.header('x-content-type-options', 'nosniff')
  if (endpoint.id !== 'docs') reply.header('cache-control', 'no-store')
  if (value instanceof StreamAnswer) return reply.send(value.stream)
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
