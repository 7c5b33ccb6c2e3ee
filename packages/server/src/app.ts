import { randomBytes } from 'node:crypto'
import { ApiError, type ErrorCode } from '@colloquy/api'
import type { Storage } from '@colloquy/storage'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Config } from './config.js'
import { allowOrigin } from './cors.js'
import { registerHostedPage } from './hosted-page/hosted-page.js'
import { parseJsonBody } from './json-body.js'
import { createMetrics } from './metrics.js'
import { registerRoutes } from './register-routes.js'
import { registerWidgetFiles } from './routes/widget-files.js'
import type { Service } from './service.js'
import { Programs } from './turns/programs.js'
import { TurnQueue } from './turns/turn-queue.js'

export interface AppOptions {
  storage: Storage
  config: Config
  /** Milliseconds since 1970. */
  clock?: () => number
  /** In [0, 1). */
  random?: () => number
}

export type App = FastifyInstance & { drain(): void }

/** The whole service over HTTP, not yet listening. */
export async function buildApp({ storage, config, clock = Date.now, random = Math.random }: AppOptions): Promise<App> {
  let isDraining = false
  const service: Service = {
    storage,
    config,
    programs: new Programs(storage),
    queue: new TurnQueue(),
    metrics: createMetrics(),
    secret: await storage.settings.setIfAbsent('signing-key', randomBytes(32).toString('base64url')),
    now: clock,
    seed: () => Math.floor(random() * 0x1_0000_0000),
    isDraining: () => isDraining,
  }
  const app = fastify({
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel, redact: ['req.headers.authorization'] },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.limits.chatBytes,
    requestTimeout: 60_000,
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (_, __, reply) => sendError(reply as FastifyReply, new ApiError('invalid_request')),
    clientErrorHandler(error, socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return
      const body = JSON.stringify(
        new ApiError('invalid_request', { message: 'The request is not readable HTTP' }).toBody(),
      )
      const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`
      socket.end(`${head}\r\n\r\n${body}`)
    },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => {
    try {
      done(null, parseJsonBody(body as Buffer, config.limits.depth))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addHook('onRequest', async (request) => checkContentType(request))
  app.setErrorHandler((error: Error & { code?: string; statusCode?: number }, request, reply) => {
    const known = asApiError(error)
    if (known.status === 500) request.log.error({ err: error, route: request.routeOptions.url }, 'request failed')
    return sendError(reply, known)
  })
  app.setNotFoundHandler((request, reply) => {
    allowOrigin(request, reply)
    return sendError(reply, new ApiError('not_found'))
  })
  registerRoutes(app, service)
  registerWidgetFiles(app)
  registerHostedPage(app, service)
  const timer = setInterval(() => {
    storage.sessions.removeExpired(clock(), 1000).catch((error) => app.log.error({ err: error }, 'clean-up failed'))
  }, 600_000).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return Object.assign(app, {
    drain: () => {
      isDraining = true
    },
  }) as unknown as App
}

function checkContentType(request: FastifyRequest): void {
  const type = request.headers['content-type']
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  if (!hasBody || request.method === 'GET' || request.method === 'HEAD') return
  const isJson = /^application\/json *(; *charset="?utf-?8"? *)?$/i.test(type ?? '')
  const encoding = request.headers['content-encoding']
  if (!isJson || (encoding !== undefined && encoding !== 'identity')) throw new ApiError('unsupported_media_type')
}

const codesOfFramework: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported_media_type',
}

function asApiError(error: Error & { code?: string; statusCode?: number }): ApiError {
  if (error instanceof ApiError) return error
  const code = codesOfFramework[error.code ?? '']
  if (code) return new ApiError(code)
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new ApiError('invalid_request')
  return new ApiError('internal_error')
}

function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
  if (error.status === 401) reply.header('www-authenticate', 'Bearer')
  if (error.status === 413) reply.header('connection', 'close')
  return reply
    .code(error.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(error.toBody()))
}
