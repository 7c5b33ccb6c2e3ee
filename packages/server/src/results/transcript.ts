import { createHash } from 'node:crypto'
import { type SaidTurn, type TranscriptEntry, transcriptOf } from '@colloquy/engine'
import type { TurnRecord } from '@colloquy/prove'
import type { ResultRow, SentState, Storage, TurnRow } from '@colloquy/storage'
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
): Promise<{ entries: DeliveredEntry[]; nextCursor?: string }> {
  // Visitors may continue after the result was deleted; what they say is not part of it.
  const sessionIds = result.isDeleted ? [] : await storage.sessions.idsOfResult(result)
  const before = cursor === undefined ? undefined : positionOf(sessionIds, cursor)
  const parts: DeliveredEntry[][] = []
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
    const session = { id: sessionId, workspaceId: result.workspaceId }
    parts.push(await withDeliveries(storage, session, turns, previous))
    if (hasEarlier) {
      if (turns.length < turnsLeft) metrics.limitReached('transcriptBytes')
      return answer(first)
    }
    turnsLeft -= turns.length
    bytesLeft -= bytes
  }
  return answer()
}

type DeliveredEntry = TranscriptEntry & { delivery?: SentState }

/** The transcript of turns of a session. The last entry of the bot in a turn has what the channel reports about its messages. */
async function withDeliveries(
  { messaging }: Pick<Storage, 'messaging'>,
  session: { id: string; workspaceId: string },
  turns: readonly TurnRow[],
  before: TurnRow | undefined,
): Promise<DeliveredEntry[]> {
  const deliveries = await messaging.listDeliveries(
    session,
    turns.flatMap(({ key }) => key ?? []),
  )
  let previous = before && saidTurn(before)
  return turns.flatMap((turn) => {
    const said = saidTurn(turn)
    const entries: DeliveredEntry[] = transcriptOf([said], previous)
    previous = said
    const delivery = turn.key === null ? undefined : deliveries.get(turn.key)
    const last = entries.at(-1)
    return delivery && last?.role === 'bot' ? [...entries.slice(0, -1), { ...last, delivery }] : entries
  })
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
