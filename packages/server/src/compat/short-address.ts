import { publicIdSchema } from '@colloquy/flow'
import type { FastifyInstance } from 'fastify'
import type { Operations } from '../http/operations.js'
import type { Needs } from '../service.js'
import { isPublished } from '../turns/live-start.js'

/**
 * Redirects `/{publicId}` to the hosted page of a published bot. Register it before the page routes: it excludes the first segment of every
 * route that is added later, so that none can be taken for a bot.
 */
export function redirectShortAddress(app: FastifyInstance, service: Needs<'storage'>, operations: Operations): void {
  const ownNames = new Set<string | undefined>()
  app.addHook('onRoute', ({ url }) => void ownNames.add(url.split('/')[1]))
  const config = { isForVisitors: true }
  app.get<{ Params: { publicId: string } }>('/:publicId', { config }, async (request, reply) => {
    const { publicId } = request.params
    if (ownNames.has(publicId) || !publicIdSchema.safeParse(publicId).success) return reply.callNotFound()
    operations.countPage(request)
    const bot = await service.storage.bots.findByPublicId(publicId)
    if (!bot || !isPublished(bot)) return reply.callNotFound()
    const query = request.originalUrl.slice(request.originalUrl.split('?', 1)[0]?.length)
    return reply.header('cache-control', 'no-store').redirect(`/c/${publicId}${query}`, 302)
  })
}
