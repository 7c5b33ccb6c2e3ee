import { visitFields } from '@colloquy/flow/result-fields'
import type { Database } from '../database.js'
import { removedUntil } from '../removal-marks.js'
import type { Span } from './analytics.js'
import type { ResultRow } from './result-row.js'
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

/** Results without those that are being deleted in the background. */
export function resultsWithoutRemoved(database: Database, store: ResultStore): ResultStore {
  const from = async (botId: string, from: number | undefined) => (await visibleSpan(database, { botId, from })).from
  const isRemoved = async ({ botId, createdAt }: ResultRow) =>
    createdAt <= ((await removedUntil(database, botId)) ?? -Infinity)
  /** The ids without those of results that are being deleted. */
  const visibleIds = async (ids: readonly string[]): Promise<readonly string[]> => {
    const isQuiet = !(await database.get("SELECT 1 AS found FROM removals WHERE kind = 'results' LIMIT 1"))
    if (isQuiet) return ids
    const found = await database.all<{ id: string }>(
      `SELECT results.id FROM removals JOIN results ON results.bot_id = owner_id AND results.created_at <= until ` +
        `WHERE kind = 'results' AND results.id ${database.dialect.isOneOf}`,
      ids,
    )
    const removed = new Set(found.map(({ id }) => id))
    return ids.filter((id) => !removed.has(id))
  }
  const withStart = async <Given extends { from?: number }>(botId: string, given: Given): Promise<Given> => {
    const start = await from(botId, given.from)
    return start === undefined ? given : { ...given, from: start }
  }
  return {
    ...store,
    list: async (workspaceId, botId, filter) => store.list(workspaceId, botId, await withStart(botId, filter)),
    idAt: async (workspaceId, botId, position) => store.idAt(workspaceId, botId, await withStart(botId, position)),
    async get(workspaceId, botId, id) {
      const row = await store.get(workspaceId, botId, id)
      return row && (await isRemoved(row)) ? cleared(row) : row
    },
    async find(id) {
      const row = await store.find(id)
      return row && (await isRemoved(row)) ? undefined : row
    },
    origins: async (workspaceId, botId, ids) => store.origins(workspaceId, botId, await visibleIds(ids)),
    answers: async (ids) => store.answers(await visibleIds(ids)),
    shortAnswers: async (id, characters) =>
      (await visibleIds([id])).length === 0 ? [] : store.shortAnswers(id, characters),
    logs: async (workspaceId, botId, id, page) =>
      (await visibleIds([id])).length === 0 ? { rows: [] } : store.logs(workspaceId, botId, id, page),
    visitedEdges: async (id) => ((await visibleIds([id])).length === 0 ? [] : store.visitedEdges(id)),
  }
}

/** The row that remains of a deleted result. */
const cleared = (row: ResultRow): ResultRow => ({
  ...row,
  isDeleted: true,
  variables: '[]',
  contactId: null,
  ...Object.fromEntries(visitFields.map((field) => [field, null])),
})
