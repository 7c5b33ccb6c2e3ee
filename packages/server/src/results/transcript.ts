import { createHash } from 'node:crypto'
import { type SaidTurn, type TranscriptEntry, transcriptOf } from '@colloquy/engine'
import type { TurnRecord } from '@colloquy/prove'
import type { ResultRow, Storage, TurnRow } from '@colloquy/storage'
import type { Config } from '../config/config.js'
import { invalidCursor } from '../http/cursor.js'
import type { Metrics } from '../observability/metrics.js'

interface Transcribing {
  storage: Storage
  config: Config
  metrics: Pick<Metrics, 'limitReached'>
}

/** Returns the transcript of a session, oldest entry first. `hasEarlier`: the oldest entries exceed `transcriptBytes` and were omitted. */
export async function transcript(
  { storage, config, metrics }: Transcribing,
  sessionId: string,
): Promise<{ entries: TranscriptEntry[]; hasEarlier: boolean }> {
  const { turns, hasEarlier } = await storage.sessions.latestTurns(sessionId, { bytes: config.limits.transcriptBytes })
  if (hasEarlier) metrics.limitReached('transcriptBytes')
  return { entries: transcriptOf(turns.map(saidTurn)), hasEarlier }
}

/**
 * Returns the transcripts of a result, none of a deleted one, one session after another: the latest turns, or those before a cursor, as many as `limit` and
 * `transcriptBytes` allow. `nextCursor` continues with the turns before them. Throws `invalid_cursor`.
 */
export async function transcriptOfResult(
  { storage, config, metrics }: Transcribing,
  result: ResultRow,
  { cursor, limit = config.limits.sessionTurns }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<{ entries: TranscriptEntry[]; nextCursor?: string }> {
  // Visitors may continue after the result was deleted; what they say is not part of it.
  const sessionIds = result.isDeleted ? [] : await storage.sessions.idsOfResult(result)
  const before = cursor === undefined ? undefined : positionOf(sessionIds, cursor)
  const parts: TranscriptEntry[][] = []
  let turnsLeft = limit
  let bytesLeft = config.limits.transcriptBytes
  const answer = (next?: TurnRow) => ({
    entries: parts.reverse().flat(),
    ...(next && { nextCursor: cursorBefore(next) }),
  })
  let first: TurnRow | undefined
  for (let at = before?.at ?? sessionIds.length - 1; at >= 0; at--) {
    const sessionId = sessionIds[at] as string
    const number = at === before?.at ? before.number : undefined
    const max = { count: turnsLeft, bytes: Math.max(0, bytesLeft), before: number }
    const { turns, hasEarlier } = await storage.sessions.latestTurns(sessionId, max)
    const bytes = turns.reduce((sum, turn) => sum + bytesOf(turn), 0)
    if (turnsLeft === 0 && turns.length > 0) return answer(first)
    // At least one turn is included, whatever its size.
    if (first && bytes > bytesLeft) {
      metrics.limitReached('transcriptBytes')
      return answer(first)
    }
    first = turns[0] ?? first
    const previous = hasEarlier && first ? await storage.sessions.turn(sessionId, first.number - 1) : undefined
    parts.push(transcriptOf(turns.map(saidTurn), previous && saidTurn(previous)))
    if (hasEarlier) {
      if (turns.length < turnsLeft) metrics.limitReached('transcriptBytes')
      return answer(first)
    }
    turnsLeft -= turns.length
    bytesLeft -= bytes
  }
  return answer()
}

/** A session id grants access to the session, so a cursor contains only its hash. */
function cursorBefore({ sessionId, number }: TurnRow): string {
  return `${hashed(sessionId)}.${number}`
}

function positionOf(sessionIds: readonly string[], cursor: string): { at: number; number: number } {
  const [, hash, number] = /^([\w-]{43})\.(\d{1,9})$/.exec(cursor) ?? []
  const at = sessionIds.findIndex((id) => hashed(id) === hash)
  if (at >= 0) return { at, number: Number(number) }
  throw invalidCursor()
}

function hashed(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url')
}

function bytesOf({ request, answer }: TurnRow): number {
  return Buffer.byteLength(request) + Buffer.byteLength(answer)
}

function saidTurn({ request, answer }: TurnRow): SaidTurn {
  const { message, streamed, people } = JSON.parse(request) as TurnRecord
  return { ...(JSON.parse(answer) as SaidTurn), message, streamed, ...(people !== undefined && { people }) }
}
