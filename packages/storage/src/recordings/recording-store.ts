import type { Database } from '../database.js'
import { newestFirst } from '../results/read-result-page.js'
import { visibleSpan } from '../results/without-removed.js'
import type { ConversationTurns, RecordedTurnRow, RecordingSource, RecordingStore, TurnBounds } from './recordings.js'

export function recordingStore(database: Database, source: RecordingSource): RecordingStore {
  return {
    async list(workspaceId, botId, { to = latest, before, limit, ...given }) {
      const { from = -latest } = await visibleSpan(database, { botId, ...given })
      const end = Math.min(to, before ? before.createdAt + 1 : latest)
      const listed =
        'SELECT id, created_at, last_chat_session_id FROM results ' +
        'WHERE bot_id = ? AND has_started = 1 AND is_deleted = 0 ' +
        'AND created_at >= ? AND created_at < ? AND workspace_id = ? AND (created_at < ? OR id < ?) ' +
        `${newestFirst} LIMIT ?`
      const sql =
        'SELECT listed.id, listed.created_at AS "createdAt", sessions.id AS "sessionId", sessions.release_id AS "releaseId", ' +
        `sessions.created_at AS "begunAt" FROM (${listed}) AS listed LEFT JOIN sessions ON sessions.id = last_chat_session_id ` +
        'AND sessions.workspace_id = ? AND sessions.release_id IS NOT NULL ' +
        'ORDER BY listed.created_at DESC, listed.id DESC'
      const keyset = [before?.createdAt ?? latest, before?.id ?? ''] as const
      const values = [botId, from, end, workspaceId, ...keyset, limit + 1, workspaceId] as const
      const rows = await database.analyticalQuery<ListedRow>(sql, ...values)
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      return {
        conversations: page.map(({ id, createdAt, sessionId, releaseId, begunAt }) => ({
          id,
          createdAt,
          ...(sessionId !== null && { session: { id: sessionId, releaseId, createdAt: begunAt } }),
        })),
        ...(rows.length > limit && last && { next: { createdAt: last.createdAt, id: last.id } }),
      }
    },
    findSource: async () => source,
  }
}

export function turnReads(database: Database) {
  const { isOneOf } = database.dialect
  const columns = 'session_id AS "sessionId", number, created_at AS "createdAt"'
  const size = 'octet_length(request) + octet_length(answer)'
  const ofSessions = `FROM turns WHERE session_id ${isOneOf}`
  const ifShort = (column: string) => `CASE WHEN ${size} <= ${shortBytes} THEN ${column} END AS ${column}`
  const findShort = `SELECT ${columns}, ${ifShort('request')}, ${ifShort('answer')} ${ofSessions} LIMIT ${maxShort + 1}`
  const findSizes =
    `SELECT session_id AS id, count(*) AS count, min(number) AS first, sum(${size}) AS bytes ` +
    `${ofSessions} GROUP BY session_id`
  const findTurns = `SELECT ${columns}, request, answer ${ofSessions}`

  /** Conversations that consist of short turns only, read with one query; others are omitted. */
  async function shortTurnsOf(ids: readonly string[]): Promise<Map<string, RecordedTurnRow[]>> {
    const rows = await database.analyticalQuery<ShortRow>(findShort, ids)
    const bySession = new Map<string, RecordedTurnRow[]>()
    // Conversations beyond the limit are unknown.
    if (rows.length > maxShort) return bySession
    for (const id of ids) bySession.set(id, [])
    for (const row of rows) {
      if (isRead(row)) bySession.get(row.sessionId)?.push(row)
      else bySession.delete(row.sessionId)
    }
    return sorted(bySession)
  }

  async function turnsOf(ids: readonly string[]): Promise<Map<string, RecordedTurnRow[]>> {
    const bySession = new Map<string, RecordedTurnRow[]>(ids.map((id) => [id, []]))
    if (ids.length === 0) return bySession
    for (const row of await database.analyticalQuery<RecordedTurnRow>(findTurns, ids))
      bySession.get(row.sessionId)?.push(row)
    return sorted(bySession)
  }

  /** Conversations of any size, whose size is determined before they are read. */
  async function* longTurns(ids: readonly string[], { count, bytes }: TurnBounds): AsyncGenerator<ConversationTurns> {
    const rows = await database.analyticalQuery<SizeRow>(findSizes, ids)
    const sizes = new Map(rows.map((row) => [row.id, { first: Number(row.first), bytes: Number(row.bytes) }]))
    const tooLong = new Set(
      rows.filter((row) => Number(row.count) > count || Number(row.bytes) > bytes).map(({ id }) => id),
    )
    const sizeOf = (id: string) => (tooLong.has(id) ? 0 : (sizes.get(id)?.bytes ?? 0))
    for (const batch of batchesOf(ids, sizeOf, bytes)) {
      const turns = await turnsOf(batch.filter((id) => !tooLong.has(id)))
      for (const sessionId of batch) {
        const isIncomplete = tooLong.has(sessionId) || (sizes.get(sessionId)?.first ?? 1) > 1
        yield { sessionId, turns: turns.get(sessionId) ?? [], isIncomplete }
      }
    }
  }

  return {
    async *turns(sessionIds: readonly string[], bounds: TurnBounds): AsyncGenerator<ConversationTurns> {
      if (sessionIds.length === 0) return
      const short = await shortTurnsOf(sessionIds)
      const long = longTurns(
        sessionIds.filter((id) => !isWithin(bounds, short.get(id))),
        bounds,
      )
      for (const sessionId of sessionIds) {
        const turns = short.get(sessionId)
        if (turns && isWithin(bounds, turns)) {
          yield { sessionId, turns, isIncomplete: (turns[0]?.number ?? 1) > 1 }
          continue
        }
        const next = await long.next()
        if (!next.done) yield next.value
      }
    },
  }
}

/** Bytes of a turn that is read without checking its size first, and the most such turns at once: 8 MB. */
const shortBytes = 4_096
const maxShort = 2_000

function isRead(row: ShortRow): row is RecordedTurnRow {
  return row.request !== null && row.answer !== null
}

function isWithin({ count, bytes }: TurnBounds, turns: readonly RecordedTurnRow[] | undefined): boolean {
  return turns !== undefined && turns.length <= count && turns.length * shortBytes <= bytes
}

function sorted(bySession: Map<string, RecordedTurnRow[]>): Map<string, RecordedTurnRow[]> {
  for (const rows of bySession.values()) rows.sort((one, other) => one.number - other.number)
  return bySession
}

/** Splits a list into parts of at most `max` bytes, or of one larger item. */
function* batchesOf(ids: readonly string[], sizeOf: (id: string) => number, max: number): Generator<string[]> {
  let batch: string[] = []
  let bytes = 0
  for (const id of ids) {
    const size = sizeOf(id)
    if (bytes + size > max && batch.length > 0) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(id)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

interface ListedRow {
  id: string
  createdAt: number
  sessionId: string | null
  releaseId: string
  begunAt: number
}

/** A long turn has no texts. */
type ShortRow = RecordedTurnRow | (Omit<RecordedTurnRow, 'request' | 'answer'> & { request: null; answer: null })

/** Sums are texts where the database counts in 64-bit numbers. */
interface SizeRow {
  id: string
  count: number | string
  first: number | string
  bytes: number | string
}

const latest = Number.MAX_SAFE_INTEGER
