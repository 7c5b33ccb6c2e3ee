import { ApiError } from '@colloquy/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from '../http/accepted-encoding.js'
import { docsText, openApiTexts, type RenderedText } from '../http/described-api.js'
import { BareResponse, type Handlers, RawResponse } from '../http/handler.js'
import { namesTag } from '../http/if-none-match.js'
import { publicUrl } from '../http/public-url.js'

export const instanceHandlers: Handlers<'health' | 'ready' | 'metrics' | 'openApi' | 'docs'> = {
  health: async () => ({ status: 'ok' }),

  async ready(service) {
    if (service.isDraining()) throw new ApiError('shutting_down', { retryAfter: 1 })
    await service.storage.check()
    return { status: 'ready' }
  },

  async metrics(service) {
    return new RawResponse(await service.metrics.registry.metrics())
  },

  async openApi(service, { query, request, reply }) {
    return unlessKnown(await openApiTexts[query.version](publicUrl(service, request)), request, reply)
  },

  async docs(service, { request, reply }) {
    reply.header('content-security-policy', docsPolicy)
    return unlessKnown(await docsText(publicUrl(service, request)), request, reply)
  },
}

const docsPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Sends the text in an encoding that the client accepts, or 304 if the client already has it. */
async function unlessKnown(rendered: RenderedText, request: FastifyRequest, reply: FastifyReply) {
  const { etag, bytes } = rendered
  reply.header('etag', etag).header('cache-control', 'no-cache')
  if (namesTag(request.headers['if-none-match'], etag)) return new BareResponse(304)
  reply.header('vary', 'Accept-Encoding')
  const encoding = acceptedEncoding(request)
  if (!encoding) return new RawResponse(bytes)
  reply.header('content-encoding', encoding)
  return new RawResponse(await rendered.encoded(encoding))
}
