import { ApiError } from '@colloquy/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SlowBodies } from './slow-bodies.js'

/** Refuses bodies of a kind that their route does not take, and ends the connections of those that do not come to an end. */
export function checkBodies(app: FastifyInstance): void {
  const slowBodies = new SlowBodies(bodyTime)
  app.addHook('onRequest', (request, _, done) => {
    checkBody(request, slowBodies)
    done()
  })
  app.addHook('preValidation', (request, _, done) => {
    slowBodies.arrived(request.raw)
    done()
  })
  app.addHook('onClose', async () => slowBodies.close())
}

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
