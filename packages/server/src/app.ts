import { randomBytes } from 'node:crypto'
import { ApiError, type ErrorCode } from '@colloquy/api'
import type { Storage } from '@colloquy/storage'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { registerCompat, toOurUrl } from './compat/register-compat.js'
import type { Config } from './config.js'
import { allowOrigin } from './cors.js'
import { LiveBots } from './editing/live-bots.js'
import { FileSweeper } from './files/file-sweeper.js'
import { guardedStorage } from './guarded-storage.js'
import { registerHostedPage } from './hosted-page/hosted-page.js'
import { registerPreviewPage } from './hosted-page/preview-page.js'
import { derivedId } from './ids.js'
import { parseJsonBody } from './json-body.js'
import { type LogTarget, loggerOptions, requestEntry } from './logger.js'
import { createMetrics, type Metrics } from './metrics.js'
import { loopGuardHeader } from './ports/egress/check-headers.js'
import { type DnsResolver, openResolver } from './ports/egress/dns-records.js'
import type { FilePort } from './ports/files/file-port.js'
import { openFiles } from './ports/files/open-files.js'
import { openPorts, type Ports } from './ports/open-ports.js'
import { registerRoutes } from './register-routes.js'
import { removeExpired } from './remove-expired.js'
import { keepResultsFor } from './retention.js'
import { registerBuilderFiles } from './routes/builder-files.js'
import { registerWidgetFiles } from './routes/widget-files.js'
import type { Service } from './service.js'
import { registerSites, toSiteUrl } from './sites/register-sites.js'
import { SlowBodies } from './slow-bodies.js'
import { KnownBots } from './turns/known-bots.js'
import { KnownSessions } from './turns/known-sessions.js'
import { createPerformers } from './turns/performers.js'
import { Programs } from './turns/programs.js'
import { budgetsOf } from './turns/step.js'
import { TurnQueue } from './turns/turn-queue.js'
import { findKeys } from './vault/find-keys.js'
import { rotate } from './vault/rotate.js'
import { openVault } from './vault/vault.js'
import { WebhookListeners } from './webhooks/webhook-listeners.js'

export interface AppOptions {
  storage: Storage
  config: Config
  /** Where files are kept; by the settings unless given. */
  files?: FilePort
  /** Milliseconds since 1970. */
  clock?: () => number
  /** What reaches out for flows; by the settings unless given. */
  ports?: Partial<Ports>
  /** Tells whose a custom domain is; the name servers of this machine unless given. */
  dns?: DnsResolver
  logTarget?: LogTarget
  metrics?: Metrics
}

export type App = FastifyInstance & {
  /** From now on readiness is false and connections are not kept; requests are answered as before until `close`. */
  drain(): void
}

/** The whole service over HTTP, not yet listening. Throws a `ConfigError` when credentials cannot be opened with its keys. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, clock = Date.now } = options
  const { files = openFiles(config), dns = openResolver(), metrics = createMetrics() } = options
  const storage = guardedStorage(options.storage)
  let isDraining = false
  const programs = new Programs(storage)
  const keys = await findKeys(config, storage.credentials)
  const rotation = await rotate(storage.credentials, keys)
  const onError = (error: unknown) => app.log.error({ err: error }, 'clean-up failed')
  const sweeper = new FileSweeper({ storage, files, now: clock, onError })
  const secret = await options.storage.settings.setIfAbsent('signing-key', randomBytes(32).toString('base64url'))
  const loopGuard = derivedId(secret, 'loop guard')
  const ports = { ...openPorts(config, { loopGuard, log: (sentence) => app.log.warn(sentence) }), ...options.ports }
  const vault = openVault({ store: storage.credentials, keys, report: (message) => app.log.error(message) })
  const queue = new TurnQueue()
  const bots = new KnownBots()
  const unsubscribe = storage.changes.subscribe('bots', (id) => bots.forget(id))
  metrics.watchQueue(() => queue.size)
  const sessions = new KnownSessions()
  metrics.watchGuesses(sessions.guesses)
  const service: Service = {
    storage,
    config,
    programs,
    files,
    sweeper,
    queue,
    sessions,
    bots,
    budgets: budgetsOf(config.limits),
    metrics,
    webhooks: new WebhookListeners(storage, programs, (error) =>
      app.log.error({ err: error }, 'a webhook was held but not delivered'),
    ),
    live: new LiveBots({
      storage,
      now: clock,
      report: (error) => app.log.error({ err: error }, 'those who follow a bot were not told of a change'),
    }),
    performers: createPerformers({ storage, programs, config, ports, vault, files }),
    vault,
    ports,
    secret,
    dns,
    now: clock,
    isDraining: () => isDraining,
  }
  const app = fastify({
    logger: loggerOptions(config.logLevel, options.logTarget),
    // Lines about a request name it themselves: few requests have any, and a logger for each would be made for nothing.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.limits.chatBytes,
    // What uploads may take. Other bodies have `bodyTime`.
    requestTimeout: 600_000,
    // An id that is too long to be one is answered like any other unknown one.
    routerOptions: { maxParamLength: 20_000 },
    rewriteUrl: (request) => toSiteUrl(config, request, config.isCompatible ? toOurUrl(request) : (request.url ?? '/')),
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
  const slowBodies = new SlowBodies(bodyTime)
  app.addHook('onRequest', (request, _, done) => {
    if (request.headers[loopGuardHeader] === loopGuard) throw new ApiError('forbidden', { message: loopMessage })
    checkBody(request, slowBodies)
    done()
  })
  registerSites(app, service)
  app.addHook('preValidation', (request, _, done) => {
    slowBodies.arrived(request.raw)
    done()
  })
  app.setErrorHandler((error: Error & { code?: string; statusCode?: number }, request, reply) => {
    const known = asApiError(error)
    // What nobody takes has no right type and size, either.
    if (request.is404 && known.status < 500) return answerNotFound(request, reply)
    if (known.status >= 500 && known.code !== 'shutting_down')
      request.log.error({ err: error, code: known.code, ...requestEntry(request) }, 'request failed')
    return sendError(reply, known)
  })
  app.addHook('onSend', (_, reply, __, done) => {
    if (isDraining) reply.header('connection', 'close')
    done()
  })
  if (config.logLevel === 'debug' || config.logLevel === 'trace') {
    app.addHook('onResponse', async (request, reply) => {
      request.log.debug(
        { ...requestEntry(request), status: reply.statusCode, milliseconds: reply.elapsedTime },
        'answered',
      )
    })
  }
  app.setNotFoundHandler(answerNotFound)
  const operations = registerRoutes(app, service)
  if (config.isCompatible) registerCompat(app, service, operations)
  if (rotation.rotated > 0) app.log.info(`${rotation.rotated} credentials were encrypted with the new key`)
  for (const id of rotation.unreadable) app.log.error(`The credentials ${id} did not open with the key they name`)
  registerBuilderFiles(app)
  registerWidgetFiles(app)
  registerHostedPage(app, service, operations)
  registerPreviewPage(app)
  const timer = setInterval(() => {
    removeExpired(storage, clock()).catch(onError)
  }, 600_000).unref()
  const retention = keepResultsFor(config.retentionDays, {
    storage,
    now: clock,
    onError,
    onDeleted(count) {
      app.log.info(`${count} results were older than ${config.retentionDays} days and were deleted`)
      sweeper.soon()
    },
  })
  app.addHook('onReady', async () => {
    sweeper.soon()
    retention.soon()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    unsubscribe()
    slowBodies.close()
    await retention.close()
    await sweeper.close()
    files.close()
    await ports.close()
  })
  return Object.assign(app, {
    drain: () => {
      isDraining = true
    },
  }) as unknown as App
}

const loopMessage = 'A flow of this service called the service itself'

/** Milliseconds in which a body that is no file has to be there. */
const bodyTime = 60_000

/** Only routes for files take anything else than JSON, and only they may take their time. */
function checkBody(request: FastifyRequest, slowBodies: SlowBodies): void {
  const type = request.headers['content-type']
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  if (!hasBody) return
  const { takesFile = false, takesForm = false } = request.routeOptions.config ?? {}
  const isFields = takesForm && /^application\/x-www-form-urlencoded *(;|$)/i.test(type ?? '')
  if (!takesFile || isFields) slowBodies.expect(request.raw)
  if (request.method === 'GET' || request.method === 'HEAD') return
  const encoding = request.headers['content-encoding']
  const isPlain = encoding === undefined || encoding === 'identity'
  if (takesFile && !isPlain) throw new ApiError('unsupported_media_type', { message: 'Send the file uncompressed' })
  const isJson = type === 'application/json' || /^application\/json *(; *charset="?utf-?8"? *)?$/i.test(type ?? '')
  if (!takesFile && !(isJson && isPlain)) throw new ApiError('unsupported_media_type')
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

function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  allowOrigin(request, reply)
  if (!request.raw.complete) reply.header('connection', 'close')
  return sendError(reply, new ApiError('not_found'))
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
