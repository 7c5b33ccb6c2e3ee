import type { IncomingMessage } from 'node:http'
import { ApiError, endpoints } from '@colloquy/api'
import type { FastifyRequest } from 'fastify'
import { admitToBotSummary } from '../access/access.js'
import { authenticate } from '../access/auth.js'
import { timeRange } from '../results/time-filter.js'
import type { Needs } from '../service.js'
import type { Json } from './typebot-names.js'

/** Start of the requested page: an offset, or behind the last result. */
const offsets = new WeakMap<IncomingMessage, number | 'behind the last'>()

/**
 * Translates the query of a result list from the newest clients, in place: a numeric cursor is the number of results before the page, an
 * empty one is 0, and a `limit` above the maximum is reduced to it. Other cursors stay unchanged.
 */
export async function fromOffset(
  service: Needs<'storage' | 'config' | 'secret' | 'now'>,
  request: FastifyRequest,
): Promise<void> {
  const query = request.query as Json
  const { cursor } = query
  if (Number(query.limit) > maxResults) query.limit = maxResults
  if (typeof cursor !== 'string' || !/^\d*$/.test(cursor)) return
  const offset = Number(cursor)
  if (!Number.isSafeInteger(offset)) throw new ApiError('invalid_cursor')
  const last = offset === 0 ? undefined : await resultAt(service, request, offset - 1)
  offsets.set(request.raw, offset > 0 && last === undefined ? 'behind the last' : offset)
  if (last === undefined) delete query.cursor
  else query.cursor = last
}

/** Writes the next cursor as an offset, in place, if the request used one. */
export function toOffset(request: FastifyRequest, response: Json): void {
  const offset = offsets.get(request.raw)
  if (offset === undefined || !Array.isArray(response.results)) return
  if (offset === 'behind the last') Object.assign(response, { results: [], nextCursor: null })
  else if (response.nextCursor !== null) response.nextCursor = offset + response.results.length
}

const maxResults = 100
const rangeSchema = endpoints.listResults.query.pick({ timeFilter: true, timeZone: true })

async function resultAt(
  service: Needs<'storage' | 'config' | 'secret' | 'now'>,
  request: FastifyRequest,
  index: number,
): Promise<string | undefined> {
  const { botId } = endpoints.listResults.params.parse(request.params)
  const caller = await authenticate(service, request, 'read')
  const { bot } = await admitToBotSummary(service.storage, caller, 'results.read', botId)
  const query = rangeSchema.safeParse(request.query)
  if (!query.success) return undefined
  const range = timeRange(query.data.timeFilter, query.data.timeZone, service.now())
  return service.storage.listedResults.idAt(bot.workspaceId, bot.id, { ...range, index })
}
