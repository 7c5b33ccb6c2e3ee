import { ApiError } from '@colloquy/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressOf } from '../rate-limits/client-address.js'
import type { Needs } from '../service.js'
import { parseJsonBody } from './json-body.js'
import type { SentBot } from './sent-bot.js'

const large = new WeakMap<FastifyRequest, string>()

/** Within `scope`, bodies are JSON with a bot in it, and large ones are parsed in the thread for flows, fairly between clients. */
export function readBotsInThread(scope: FastifyInstance, service: Needs<'config' | 'flows'>): void {
  const { depth } = service.config.limits
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (!service.flows.isLarge(bytes.length)) return parseJsonBody(bytes, depth)
      const split = await service.flows.run(addressOf(service, request), 'splitBody', { bytes, depth }, bytes.length)
      if (!split.ok) throw new ApiError(split.code, { message: split.message })
      if (split.bot !== undefined) large.set(request, split.bot)
      return split.body
    },
  )
}

/** Returns the bot in the body of a request. `parsed` is the bot in the validated body, which is empty if it is large. */
export function sentBot(request: FastifyRequest, parsed: object): SentBot {
  return large.get(request) ?? parsed
}
