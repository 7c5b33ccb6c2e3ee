import { ApiError } from '@colloquy/api'
import { can } from '@colloquy/permissions'
import { admitToBotSummary } from '../access/access.js'
import { authenticate } from '../access/auth.js'
import { isAdmitted } from '../access/is-admitted.js'
import { BareResponse, type Handlers, StreamResponse } from '../http/handler.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import type { Subscriber } from './collaboration-hub.js'
import { LiveStream } from './live-stream.js'
import { noPosition, personOf } from './presence.js'
import { takeOperations } from './take-operations.js'

export const liveHandlers: Handlers<'applyOperations' | 'followBot' | 'sharePosition' | 'shareCursor'> = {
  async applyOperations(service, { caller, params, body }) {
    const max = service.config.limits.operationsPerBatch
    if (body.operations.length > max)
      throw new LimitExceeded('operationsPerBatch', {
        message: `The batch has ${body.operations.length} operations. Send at most ${max} in one request.`,
      })
    return takeOperations(service, { caller, botId: params.botId, ...body })
  },

  async followBot(service, { caller, params, query, request, reply, bot, standing }) {
    const { botId } = params
    const isMember = can(standing, 'bot.comment')
    if (service.collaboration.isFull(botId)) throw new ApiError('too_many_requests', { retryAfter: 30 })
    const resumed = Number(request.headers['last-event-id'] ?? query.revision ?? bot.revision)
    const live = new LiveStream()
    const subscriber: Subscriber = {
      stream: live,
      revision: Number.isSafeInteger(resumed) ? resumed : bot.revision,
      presence:
        query.client === undefined
          ? undefined
          : { person: personOf(caller.user, query.client, isMember, noPosition), at: service.now() },
      isAllowed: () =>
        isAdmitted(async () => {
          const now = await authenticate(service, request, 'read')
          return admitToBotSummary(service.storage, now, 'bot.follow', botId)
        }),
    }
    // The draft was reset to an earlier state, so no operations lead there from the client's revision.
    if (subscriber.revision > bot.revision) {
      live.send({ kind: 'reload', revision: bot.revision })
      subscriber.revision = bot.revision
    }
    const stop = await service.collaboration.follow(botId, subscriber)
    live.stream.once('close', stop)
    reply.raw.once('close', () => live.stream.destroy())
    if (reply.raw.destroyed) live.stream.destroy()
    return new StreamResponse(live.stream)
  },

  async sharePosition(service, { caller, params, body, standing }) {
    const isMember = can(standing, 'bot.comment')
    const { client, ...position } = body
    await service.collaboration.setPosition(params.botId, personOf(caller.user, client, isMember, position))
    return new BareResponse(204)
  },

  async shareCursor(service, { caller, params, body }) {
    service.collaboration.point({ botId: params.botId, userId: caller.user.id, ...body })
    return new BareResponse(204)
  },
}
