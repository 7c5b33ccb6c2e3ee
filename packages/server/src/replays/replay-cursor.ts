import { ApiError } from '@colloquy/api'
import { type ReplayClass, replayClasses } from '@colloquy/prove/classes'
import type { ReplayReport } from '@colloquy/prove/report'
import type { BotRow, Position } from '@colloquy/storage'
import { invalidCursor, readPosition, writePosition } from '../http/cursor.js'
import { timestamp } from '../http/timestamp.js'
import type { Needs } from '../service.js'

/** Totals of a replay so far. */
export interface ReplayTotals {
  conversations: number
  classes: Record<ReplayClass, number>
  assumed: number
}

/** Progress of a replay. The client keeps it, signed, so that any process can continue. */
export interface ReplayProgress {
  totals: ReplayTotals
  /** In milliseconds since 1970; conversations that began at `to` or later are excluded. */
  range: { from?: number; to: number }
  /** Only conversations that were held with this release. */
  releaseId?: string
  before?: Position
}

/** Valid for one state of the draft: after an edit, a replay starts over. */
const progressOf = ({ id, revision }: BotRow) => `replay ${id} ${revision}`
const evidenceOf = ({ id, revision }: BotRow) => `replayed ${id} ${revision}`

export function writeProgress({ secret }: Needs<'secret'>, bot: BotRow, progress: ReplayProgress): string {
  return writePosition(secret, progressOf(bot), JSON.stringify(progress))
}

/** Reads the progress of a replay. Throws `invalid_cursor`, also for a replay of an earlier draft. */
export function readProgress({ secret }: Needs<'secret'>, bot: BotRow, cursor: string): ReplayProgress {
  const text = readPosition(secret, progressOf(bot), cursor)
  if (text === undefined) throw invalidCursor()
  return JSON.parse(text)
}

export function writeEvidence(
  service: Needs<'secret' | 'now'>,
  bot: BotRow,
  { totals, range, releaseId }: ReplayProgress,
): string {
  const from = range.from === undefined ? {} : { from: timestamp(range.from) }
  const of = releaseId === undefined ? {} : { releaseId }
  const evidence = { ...totals, ...of, ...from, endedAt: timestamp(service.now()) }
  return writePosition(service.secret, evidenceOf(bot), JSON.stringify(evidence))
}

/** Returns the evidence as JSON text. Throws `invalid_request` for evidence of another draft. */
export function readEvidence({ secret }: Needs<'secret'>, bot: BotRow, signed: string): string {
  const text = readPosition(secret, evidenceOf(bot), signed)
  if (text !== undefined) return text
  const message = 'Not the evidence of a replay of this draft: replay it again after the last edit'
  throw new ApiError('invalid_request', { issues: [{ path: 'replay', message }] })
}

export function sumOf(
  totals: ReplayTotals | undefined,
  { conversations, classes, assumed }: ReplayReport,
): ReplayTotals {
  if (!totals) return { conversations, classes, assumed }
  const sums = replayClasses.map((name) => [name, totals.classes[name] + classes[name]] as const)
  return {
    conversations: totals.conversations + conversations,
    classes: Object.fromEntries(sums) as Record<ReplayClass, number>,
    assumed: totals.assumed + assumed,
  }
}
