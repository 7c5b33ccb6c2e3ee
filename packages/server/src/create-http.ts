import type { IncomingMessage } from 'node:http'
import { ApiError } from '@colloquy/api'
import fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import type { Config } from './config.js'
import { failureLog } from './failure-log.js'
import { parseJsonBody, signedBody } from './json-body.js'
import { type LogTarget, loggerOptions, requestEntry } from './logger.js'
import { answerNotFound, asApiError, sendError } from './send-error.js'
import { sendErrorPage } from './send-error-page.js'

interface HttpOptions {
  logTarget?: LogTarget
  isDraining: () => boolean
  /** The URL under which a request is routed. */
  urlOf: (request: IncomingMessage) => string
}

/** HTTP as the service speaks it, without any routes: how bodies are read, errors answered and requests logged. */
export function createHttp(config: Config, { logTarget, isDraining, urlOf }: HttpOptions): FastifyInstance {
  const app = fastify({
    logger: loggerOptions(config.logLevel, logTarget),
    // Lines about a request name it themselves: few requests have any, and a logger for each would be made for nothing.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.limits.chatBytes,
    // What uploads may take. Other bodies have `bodyTime`.
    requestTimeout: 600_000,
    // An id that is too long to be one is answered like any other unknown one.
    routerOptions: { maxParamLength: 20_000 },
    rewriteUrl: urlOf,
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
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      if (request.routeOptions.config.isSigned) done(null, signedBody(request.raw, body as Buffer, config.limits.depth))
      else done(null, parseJsonBody(body as Buffer, config.limits.depth))
    } catch (error) {
      done(error as Error)
    }
  })
  const logFailure = failureLog()
  app.setErrorHandler((error: Error & { code?: string; statusCode?: number }, request, reply) => {
    const known = asApiError(error)
    // What nobody takes has no right type and size, either.
    if (request.is404 && known.status < 500) return answerNotFound(request, reply)
    if (known.status >= 500 && known.code !== 'shutting_down') logFailure(request, error, known)
    return request.routeOptions.config?.isPage ? sendErrorPage(request, reply, known) : sendError(reply, known)
  })
  app.addHook('onSend', (_, reply, __, done) => {
    if (isDraining()) reply.header('connection', 'close')
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
  return app as unknown as FastifyInstance
}
