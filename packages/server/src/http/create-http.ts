import type { IncomingMessage } from 'node:http'
import { ApiError } from '@colloquy/api'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Config } from '../config/config.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import { failureLog } from '../observability/failure-log.js'
import { type LogTarget, loggerOptions, requestEntry } from '../observability/logger.js'
import type { Metrics } from '../observability/metrics.js'
import { addressOf } from '../rate-limits/client-address.js'
import type { RateLimits } from '../rate-limits/rate-limits.js'
import { hasBody } from './check-bodies.js'
import { allowOrigin } from './cors.js'
import { parseJsonBody, signedBody } from './json-body.js'
import { PacedBodies } from './paced-bodies.js'
import { checkHeaders, endWithError, parserError, refuseExpectation } from './refused-requests.js'
import { requestId } from './request-id.js'
import { answerNotFound, asApiError, type SentError, sendError } from './send-error.js'
import { discardBody } from './unread-bodies.js'
import { closeWaitingConnections } from './waiting-connections.js'

interface HttpOptions {
  logTarget?: LogTarget
  isDraining: () => boolean
  /** Returns the URL under which a request is routed. */
  urlOf: (request: IncomingMessage) => string
  metrics: Metrics
  rates: RateLimits
  /** Returns the body of an error that is found before a request is routed. */
  describeError: (request: IncomingMessage, error: ApiError) => SentError
  /** Answers people, who get a page in place of JSON. */
  sendErrorPage: (request: FastifyRequest, reply: FastifyReply, error: ApiError) => Promise<FastifyReply>
}

/** Creates the HTTP server without any routes: reads bodies, answers errors and logs requests. */
export function createHttp(
  config: Config,
  { logTarget, isDraining, urlOf, describeError, metrics, rates, sendErrorPage }: HttpOptions,
): FastifyInstance {
  const app = fastify({
    logger: loggerOptions(config.logLevel, logTarget),
    // Log lines about a request name it themselves: few requests have any, and a logger for each would be wasted.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.limits.chatBytes,
    // For uploads. Headers and other bodies have shorter limits.
    requestTimeout: 600_000,
    http: {
      headersTimeout: config.limits.headerSeconds * 1000,
      connectionsCheckingInterval: 500,
      // `checkHeaders` requires it, with a response in the form of the other errors.
      requireHostHeader: false,
    },
    // An id that is too long is answered like any other unknown id.
    routerOptions: { maxParamLength: 20_000 },
    rewriteUrl: urlOf,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (_, request, reply) => {
      allowOrigin(request as FastifyRequest, reply as FastifyReply)
      const error = new ApiError('invalid_request', { message: 'The address is not readable: check its percent codes' })
      return sendError(reply as FastifyReply, error, describeError(request.raw, error))
    },
    clientErrorHandler(error, socket) {
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') metrics.limitReached('headerSeconds')
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' || !socket.writable) return socket.destroy()
      if (error.code === 'ECONNRESET') return
      endWithError(socket, parserError(error.code))
    },
    genReqId: requestId,
  })
  app.server.on('checkExpectation', refuseExpectation)
  closeWaitingConnections(app as unknown as FastifyInstance)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (request.routeOptions.config?.isReadByPages) allowOrigin(request, reply)
    checkHeaders(request.raw)
    done()
  })
  app.removeAllContentTypeParsers()
  const { depth } = config.limits
  const bodies = new PacedBodies()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    bodies.read(
      () => addressOf({ config }, request),
      body.length,
      () => {
        try {
          const { isSigned } = request.routeOptions.config
          done(null, isSigned ? signedBody(request.raw, body, depth) : parseJsonBody(body, depth))
        } catch (error) {
          done(error as Error)
        }
      },
    )
  })
  const logFailure = failureLog()
  app.setErrorHandler((error: Error & { code?: string; statusCode?: number }, request, reply) => {
    const known = rates.failed(asApiError(error), request)
    if (known instanceof LimitExceeded) metrics.limitReached(known.limit)
    if (known.code === 'body_too_large')
      metrics.limitReached(request.routeOptions.config?.takesFlow ? 'flowBytes' : 'chatBytes')
    if (known.code === 'too_deep') metrics.limitReached('depth')
    if (known.code === 'file_too_large') metrics.limitReached('uploadBytes')
    // For an unknown route, the type and size of the body do not matter either.
    if (request.is404 && known.status < 500) return answerNotFound(request, reply)
    const isExpected = known instanceof LimitExceeded || known.code === 'shutting_down'
    if (known.status >= 500 && !isExpected) logFailure(request, error, known)
    const isPage = request.routeOptions.config?.isPage || (known.code === 'not_found' && wantsPage(request))
    return isPage ? sendErrorPage(request, reply, known) : sendError(reply, known)
  })
  app.addHook('onSend', (request, reply, _, done) => {
    const isUnread = !request.raw.complete && hasBody(request)
    if (isUnread) reply.removeHeader('connection')
    if (isDraining()) reply.header('connection', 'close')
    if (!isUnread) return done()
    void discardBody(request.raw, request.routeOptions.bodyLimit ?? config.limits.chatBytes).then(done)
  })
  if (config.logLevel === 'debug' || config.logLevel === 'trace') {
    app.addHook('onResponse', async (request, reply) => {
      request.log.debug(
        { ...requestEntry(request), status: reply.statusCode, milliseconds: reply.elapsedTime },
        'answered',
      )
    })
  }
  app.setNotFoundHandler((request, reply) =>
    wantsPage(request) ? sendErrorPage(request, reply, new ApiError('not_found')) : answerNotFound(request, reply),
  )
  return app as unknown as FastifyInstance
}

/** True for a navigation of a browser; API clients and requests for API paths get JSON. */
const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html')
