import { ApiError } from '@colloquy/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Limits } from '../limits/limits.js'
import type { Metrics } from '../observability/metrics.js'
import { LargeBodies } from './large-bodies.js'
import { SlowBodies } from './slow-bodies.js'

/**
 * Rejects bodies of a kind that their route does not accept, and large ones while there are too many. Ends the connections of those that do
 * not arrive in time.
 */
export function checkBodies(app: FastifyInstance, limits: Limits, metrics: Metrics): void {
  const slowBodies = new SlowBodies(limits.bodySeconds * 1000, () => metrics.limitReached('bodySeconds'))
  const largeBodies = new LargeBodies(limits)
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) {
      checkBody(request, slowBodies)
      if (isHeldInMemory(request)) largeBodies.admit(request.raw, reply.raw)
    }
    done()
  })
  app.addHook('preParsing', (request, reply, body, done) => {
    const isCounted = request.headers['transfer-encoding'] !== undefined && isHeldInMemory(request)
    done(null, isCounted ? largeBodies.counted(request.raw, reply.raw, body) : body)
  })
  app.addHook('preValidation', (request, _, done) => {
    slowBodies.arrived(request.raw)
    done()
  })
  app.addHook('onClose', async () => slowBodies.close())
}

/** True if a body follows the headers. */
export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Files are stored while they arrive. */
function isHeldInMemory(request: FastifyRequest): boolean {
  const { takesFile = false, takesForm = false } = request.routeOptions.config ?? {}
  const isFields =
    takesForm && /^application\/x-www-form-urlencoded *(;|$)/i.test(request.headers['content-type'] ?? '')
  return !takesFile || isFields
}

/** Only routes for files accept anything other than JSON, and only they may be slow. */
function checkBody(request: FastifyRequest, slowBodies: SlowBodies): void {
  const type = request.headers['content-type']
  if (isHeldInMemory(request)) slowBodies.expect(request.raw)
  if (request.method === 'GET' || request.method === 'HEAD') return
  const encoding = request.headers['content-encoding']
  const { takesFile = false } = request.routeOptions.config ?? {}
  const isPlain = encoding === undefined || encoding === 'identity'
  if (takesFile && !isPlain) throw new ApiError('unsupported_media_type', { message: 'Send the file uncompressed' })
  const isJson = type === 'application/json' || /^application\/json *(; *charset="?utf-?8"? *)?$/i.test(type ?? '')
  if (!takesFile && isJson && !isPlain)
    throw new ApiError('unsupported_media_type', {
      message: `Send the body uncompressed: remove content-encoding: ${encoding}`,
    })
  if (!takesFile && !isJson) throw new ApiError('unsupported_media_type')
}
