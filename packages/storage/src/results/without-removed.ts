import type { Database } from '../database.js'
import { removedUntil } from '../removal-marks.js'
import type { Span } from './analytics.js'
import type { ResultStore } from './results.js'

/**
 * A store whose methods read results of a span, their first parameter, without those that are being deleted in the background. A method
 * whose first parameter is not a span is unchanged.
 */
export function withoutRemoved<Store extends object>(database: Database, store: Store): Store {
  const reading =
    (method: Method): Method =>
    async (first, ...rest) =>
      method.call(store, isSpan(first) ? await visibleSpan(database, first) : first, ...rest)
  const entries = Object.entries(store as Record<string, Method>)
  return Object.fromEntries(entries.map(([name, method]) => [name, reading(method)])) as Store
}

type Method = (first: unknown, ...rest: unknown[]) => unknown

function isSpan(value: unknown): value is Span {
  return typeof value === 'object' && value !== null && 'botId' in value && 'workspaceId' in value
}

/** The part of a span in which nothing is being deleted. */
export async function visibleSpan<Given extends Pick<Span, 'botId'> & { from?: number | undefined }>(
  database: Database,
  span: Given,
): Promise<Given> {
  const until = await removedUntil(database, span.botId)
  return until === undefined ? span : { ...span, from: Math.max(span.from ?? until + 1, until + 1) }
}

/** Results without those that are being deleted in the background. Answers are read by the ids of results that were found. */
export function resultsWithoutRemoved(database: Database, store: ResultStore): ResultStore {
  const from = async (botId: string, from: number | undefined) => (await visibleSpan(database, { botId, from })).from
  const ifVisible = async <Row extends { botId: string; createdAt: number }>(row: Row | undefined) => {
    const until = row && (await removedUntil(database, row.botId))
    return until !== undefined && row && row.createdAt <= until ? undefined : row
  }
  /** Those of the results that are shown. */
  const visibleIds = async (botId: string, ids: readonly string[]) => {
    const until = await removedUntil(database, botId)
    if (until === undefined) return ids
    const sql = `SELECT id FROM results WHERE id ${database.dialect.isOneOf} AND created_at > ?`
    return (await database.all<{ id: string }>(sql, ids, until)).map(({ id }) => id)
  }
  const withStart = async <Given extends { from?: number }>(botId: string, given: Given): Promise<Given> => {
    const start = await from(botId, given.from)
    return start === undefined ? given : { ...given, from: start }
  }
  return {
    ...store,
    list: async (workspaceId, botId, filter) => store.list(workspaceId, botId, await withStart(botId, filter)),
    idAt: async (workspaceId, botId, place) => store.idAt(workspaceId, botId, await withStart(botId, place)),
    get: async (workspaceId, botId, id) => ifVisible(await store.get(workspaceId, botId, id)),
    find: async (id) => ifVisible(await store.find(id)),
    origins: async (workspaceId, botId, ids) => store.origins(workspaceId, botId, await visibleIds(botId, ids)),
    async logs(workspaceId, botId, id) {
      return (await visibleIds(botId, [id])).length === 0 ? [] : store.logs(workspaceId, botId, id)
    },
  }
}
