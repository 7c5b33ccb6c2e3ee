import { ApiError, docsPage, openApiDocument } from '@colloquy/api'
import { type Handlers, RawAnswer } from '../handler.js'
import { publicUrl } from '../public-url.js'

export const instanceHandlers: Handlers<'health' | 'ready' | 'metrics' | 'openApi' | 'docs'> = {
  health: async () => ({ status: 'ok' }),

  async ready(service) {
    if (service.isDraining()) throw new ApiError('shutting_down', { retryAfter: 1 })
    await service.storage.check()
    return { status: 'ready' }
  },

  metrics: async (service) => new RawAnswer(await service.metrics.registry.metrics()),
  openApi: async (service, { request }) => openApiDocument(publicUrl(service, request)),
  docs: async (service, { request }) => new RawAnswer(docsPage(publicUrl(service, request))),
}
