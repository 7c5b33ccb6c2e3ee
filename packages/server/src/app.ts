import { randomBytes } from 'node:crypto'
import { ApiError, type ErrorCode } from '@colloquy/api'
import type { Storage } from '@colloquy/storage'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Config } from './config.js'
import { allowOrigin } from './cors.js'
import { FileSweeper } from './files/file-sweeper.js'
import { guardedStorage } from './guarded-storage.js'
import { parseJsonBody } from './json-body.js'
import { type LogTarget, loggerOptions, requestEntry } from './logger.js'
import { createMetrics } from './metrics.js'
import type { FilePort } from './ports/files/file-port.js'
import { openFiles } from './ports/files/open-files.js'
import { type CheckAddress, openMailPort } from './ports/mail/mail-port.js'
import { registerRoutes } from './register-routes.js'
import { registerBuilderFiles } from './routes/builder-files.js'
import type { Service } from './service.js'
import { createPerformers } from './turns/performers.js'
import { Programs } from './turns/programs.js'
import { TurnQueue } from './turns/turn-queue.js'
import { findKeys } from './vault/find-keys.js'
import { rotate } from './vault/rotate.js'
import type { SendRequest } from './vault/try-credentials.js'
import { openVault } from './vault/vault.js'
import { WebhookListeners } from './webhooks/webhook-listeners.js'

export interface AppOptions {
  storage: Storage
  config: Config
  /** Where files are kept; by the settings unless given. */
  files?: FilePort
  /** Milliseconds since 1970. */
  clock?: () => number
  /** In [0, 1). */
  random?: () => number
  /** Which address a mail server that a flow names may be reached at; without it, none. */
  checkAddress?: CheckAddress
  /** The door to other services; without it nothing goes out. */
  send?: SendRequest
  logTarget?: LogTarget
}

export type App = FastifyInstance & {
  /** From now on readiness is false and connections are not kept; requests are answered as before until `close`. */
  drain(): void
}

/** The whole service over HTTP, not yet listening. Throws a `ConfigError` when credentials cannot be opened with its keys. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, clock = Date.now, random = Math.random, checkAddress = refuseAll, send } = options
  const { files = openFiles(config) } = options
  const storage = guardedStorage(options.storage)
  let isDraining = false
  const programs = new Programs(storage)
  const keys = await findKeys(config, storage.credentials)
  const rotation = await rotate(storage.credentials, keys)
  const onError = (error: unknown) => app.log.error({ err: error }, 'clean-up failed')
  const sweeper = new FileSweeper({ storage, files, now: clock, onError })
  const service: Service = {
    storage,
    config,
    programs,
    files,
    sweeper,
    queue: new TurnQueue(),
    metrics: createMetrics(),
    webhooks: new WebhookListeners(storage, programs),
    performers: createPerformers({ storage, programs }),
    vault: openVault({ store: storage.credentials, keys, report: (message) => app.log.error(message) }),
    mail: openMailPort({ checkAddress }),
    send,
    secret: await options.storage.settings.setIfAbsent('signing-key', randomBytes(32).toString('base64url')),
    now: clock,
    seed: () => Math.floor(random() * 0x1_0000_0000),
    isDraining: () => isDraining,
  }
  const app = fastify({
    logger: loggerOptions(config.logLevel, options.logTarget),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.limits.chatBytes,
    // What uploads may take. Other bodies have `bodyTime`.
    requestTimeout: 600_000,
    // An id that is too long to be one is answered like any other unknown one.
    routerOptions: { maxParamLength: 20_000 },
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
  app.addHook('onRequest', async (request) => checkBody(request))
  app.addHook('preValidation', (request, _, done) => {
    clearTimeout(bodyTimers.get(request))
    done()
  })
  app.setErrorHandler((error: Error & { code?: string; statusCode?: number }, request, reply) => {
    const known = asApiError(error)
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
  app.setNotFoundHandler((request, reply) => {
    allowOrigin(request, reply)
    return sendError(reply, new ApiError('not_found'))
  })
  registerRoutes(app, service)
  registerBuilderFiles(app)
  if (rotation.rotated > 0) app.log.info(`${rotation.rotated} credentials were encrypted with the new key`)
  for (const id of rotation.unreadable) app.log.error(`The credentials ${id} did not open with the key they name`)
  const timer = setInterval(() => {
    storage.sessions.removeExpired(clock(), 1000).catch(onError)
  }, 600_000).unref()
  app.addHook('onReady', async () => sweeper.soon())
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await sweeper.close()
    files.close()
  })
  return Object.assign(app, {
    drain: () => {
      isDraining = true
    },
  }) as unknown as App
}

const refuseAll: CheckAddress = async () => {
  return { kind: 'refused', reason: 'This instance reaches no mail servers but the one of its operator' }
}

/** Milliseconds in which a body that is no file has to be there. */
const bodyTime = 60_000
const bodyTimers = new WeakMap<FastifyRequest, NodeJS.Timeout>()

/** Only routes for files take anything else than JSON, and only they may take their time. */
function checkBody(request: FastifyRequest): void {
  const type = request.headers['content-type']
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  if (!hasBody) return
  const takesFile = (request.routeOptions.config as { takesFile?: boolean } | undefined)?.takesFile === true
  if (!takesFile) cutAfter(request, bodyTime)
  if (request.method === 'GET' || request.method === 'HEAD') return
  const encoding = request.headers['content-encoding']
  const isPlain = encoding === undefined || encoding === 'identity'
  if (takesFile && !isPlain) throw new ApiError('unsupported_media_type', { message: 'Send the file uncompressed' })
  const isJson = /^application\/json *(; *charset="?utf-?8"? *)?$/i.test(type ?? '')
  if (!takesFile && !(isJson && isPlain)) throw new ApiError('unsupported_media_type')
}

function cutAfter(request: FastifyRequest, milliseconds: number): void {
  const cut = () => {
    if (!request.raw.complete) request.raw.destroy()
  }
  bodyTimers.set(request, setTimeout(cut, milliseconds).unref())
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
