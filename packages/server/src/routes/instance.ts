import { ApiError } from '@colloquy/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { docsText, openApiTexts, type RenderedText } from '../http/described-api.js'
import { BareAnswer, type Handlers, RawAnswer } from '../http/handler.js'
import { publicUrl } from '../http/public-url.js'

export const instanceHandlers: Handlers<'health' | 'ready' | 'metrics' | 'openApi' | 'docs'> = {
  health: async () => ({ status: 'ok' }),

  async ready(service) {
    if (service.isDraining()) throw new ApiError('shutting_down', { retryAfter: 1 })
    await service.storage.check()
    return { status: 'ready' }
  },

  async metrics(service) {
    return new RawAnswer(await service.metrics.registry.metrics())
  },

  async openApi(service, { query, request, reply }) {
    return unlessKnown(openApiTexts[query.version](publicUrl(service, request)), request, reply)
  },

  async docs(service, { request, reply }) {
    reply.header('content-security-policy', docsPolicy)
    return unlessKnown(docsText(publicUrl(service, request)), request, reply)
  },
}

const docsPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** The text, or 304 to a client that has it. */
function unlessKnown({ text, etag }: RenderedText, request: FastifyRequest, reply: FastifyReply) {
  reply.header('etag', etag).header('cache-control', 'no-cache')
  return request.headers['if-none-match'] === etag ? new BareAnswer(304) : new RawAnswer(text)
}
