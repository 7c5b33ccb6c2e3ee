import { ApiError, endpoints } from '@colloquy/api'
import type { FastifyInstance } from 'fastify'
import { referrerOf } from '../allowed-origin.js'
import { answerPreflight } from '../cors.js'
import type { Operations } from '../register-routes.js'
import type { Service } from '../service.js'
import { openSession } from '../turns/open-session.js'

/** Where a client fetches a text while it is being written. No block writes one yet, so that no session ever waits for it. */
export function streamMessage(app: FastifyInstance, service: Service, operations: Operations): void {
  const path = '/api/v2/sessions/:sessionId/streamMessage'
  app.options(path, async (request, reply) => answerPreflight(request, reply))
  app.post<{ Params: { sessionId: string } }>(path, {
    bodyLimit: service.config.limits.chatBytes,
    onRequest: (request, reply) => operations.admit(endpoints.continueChat, request, reply),
    handler: async (request) => {
      const { sessionId } = request.params
      await openSession(service, { sessionId, referrer: referrerOf(service, request) })
      throw new ApiError('block_not_found', {
        message: 'This conversation does not wait for a text that is being written',
      })
    },
  })
}
