import { ApiError, type EndpointId } from '@colloquy/api'
import type { ListedDelivery } from '@colloquy/storage'
import { dayOf } from '../day-of.js'
import { invalidCursor, readCursor, writeCursor } from '../http/cursor.js'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'

export const deliveryHandlers: Handlers<Extract<EndpointId, `${string}Deliver${string}`> | 'getIntegrationHealth'> = {
  async listDeliveries({ storage, secret }, { query, workspace: { id } }) {
    const list = `deliveries ${id}`
    const before = query.cursor === undefined ? undefined : readCursor(secret, list, query.cursor)
    if (query.cursor !== undefined && !before) throw invalidCursor()
    const { state, botId, integration: kind, limit } = query
    const found = await storage.deliveries.list(id, { state, botId, kind }, { before, limit: limit + 1 })
    const rows = found.slice(0, limit)
    const last = rows.at(-1)
    return {
      deliveries: rows.map(documentOf),
      nextCursor: found.length > limit && last ? writeCursor(secret, list, last) : null,
    }
  },

  async getDeliveryHealth({ storage, now }, { workspace: { id } }) {
    const kinds = await storage.deliveries.health(id, now() - day)
    return {
      integrations: kinds.map(({ kind, waiting, dead, delivered, oldestWaitingAt }) => ({
        integration: kind,
        waiting: Number(waiting),
        dead: Number(dead),
        delivered: Number(delivered),
        oldestWaitingAt: timestampOrNull(oldestWaitingAt),
      })),
    }
  },

  async getIntegrationHealth({ storage, health, now }, { workspace: { id } }) {
    await health.write()
    const days = Array.from({ length: shownDays }, (_, index) => dayOf(now() - (shownDays - 1 - index) * day))
    const [calls, deliveries] = await Promise.all([
      storage.integrationCalls.list(id, days[0] ?? ''),
      storage.deliveries.health(id, now()),
    ])
    const kinds = new Set([...calls, ...deliveries].map(({ kind }) => kind))
    const integrations = [...kinds].sort().map((kind) => {
      const rows = calls.filter((row) => row.kind === kind)
      const { waiting = 0, dead = 0 } = deliveries.find((row) => row.kind === kind) ?? {}
      const lastFailure = rows.findLast(({ lastFailureAt }) => lastFailureAt !== null)
      return {
        integration: kind,
        lastSuccessAt: rows.findLast(({ lastSuccessAt }) => lastSuccessAt !== null)?.lastSuccessAt ?? null,
        lastFailureAt: lastFailure?.lastFailureAt ?? null,
        lastFailure: lastFailure?.lastFailure ?? null,
        days: days.map((date) => {
          const { succeeded = 0, failed = 0 } = rows.find((row) => row.day === date) ?? {}
          return { day: date, succeeded, failed }
        }),
        waiting: Number(waiting),
        dead: Number(dead),
      }
    })
    const isFailing = ({ lastSuccessAt, lastFailureAt }: (typeof integrations)[number]) =>
      Number((lastFailureAt ?? 0) > (lastSuccessAt ?? 0))
    return {
      integrations: integrations
        .sort((a, b) => isFailing(b) - isFailing(a))
        .map(({ lastSuccessAt, lastFailureAt, ...rest }) => ({
          ...rest,
          lastSuccessAt: timestampOrNull(lastSuccessAt),
          lastFailureAt: timestampOrNull(lastFailureAt),
        })),
    }
  },

  async replayDelivery({ storage, deliverer, now }, { params, workspace: { id } }) {
    if (!(await storage.deliveries.replay(id, params.deliveryId, now()))) throw new ApiError('delivery_not_found')
    deliverer.soon()
    return { message: 'success' }
  },

  async replayDeliveries({ storage, deliverer, now }, { body: { botId, integration }, workspace: { id } }) {
    const replayed = await storage.deliveries.replayDead(id, { botId, kind: integration }, now(), maxReplayed)
    deliverer.soon()
    return { replayed }
  },

  async discardDelivery({ storage }, { params, workspace: { id } }) {
    if (!(await storage.deliveries.discard(id, params.deliveryId))) throw new ApiError('delivery_not_found')
    return { message: 'success' }
  },
}

/** Milliseconds. */
const day = 86_400_000
const maxReplayed = 1000
const shownDays = 14

function documentOf(row: ListedDelivery) {
  const { id, botId, botName, resultId, blockId, kind, state, attempts, lastError, createdAt } = row
  return {
    ...{ id, botId, botName, resultId, blockId, integration: kind, state, attempts, lastError },
    createdAt: timestamp(createdAt),
    nextAttemptAt: state === 'waiting' ? timestamp(row.dueAt) : null,
    endedAt: timestampOrNull(row.endedAt),
  }
}

const timestampOrNull = (time: number | null) => (time === null ? null : timestamp(Number(time)))
