import { createHash } from 'node:crypto'
import { ApiError } from '@colloquy/api'
import type { Log } from '@colloquy/chat'
import type { Turn } from '@colloquy/engine'
import { type VisitValues, valuesOfTurn } from '@colloquy/flow/result-fields'
import type { TurnRecord } from '@colloquy/prove'
import type { LogRow, SessionRow, TurnCommit, TurnRow, UploadRow } from '@colloquy/storage'
import { exposuresOf } from '../assignments/goal-tracker.js'
import type { CachedSession } from '../caches/session-cache.js'
import { bytesOfAnswer } from '../files/reply-files.js'
import { newId } from '../ids.js'
import { handOverOf } from './hand-over.js'
import type { TurnWithDeliveries } from './run-turn.js'
import { saidTurn } from './said-last.js'

/** Position of a turn in its conversation. */
export interface TurnIdentity {
  /** Session of the turn. */
  session: Omit<SessionRow, 'version' | 'state' | 'updatedAt' | 'expiresAt' | 'endedAt' | 'noAnswerAt'>
  version: number
  /** Time at which the session was last saved; null for a new one. */
  updatedBefore: number | null
  /** Bytes that the session has stored so far. */
  storedBytes: number | undefined
  expiresAt: number
  /** False for a start that only registers: it leaves no result. */
  isRecorded: boolean
  /** For a start: recorded with its new result. */
  visit?: VisitValues | undefined
}

/** Outcome of a turn. */
interface TurnOutcome {
  turn: TurnWithDeliveries
  key: string | null
  record: TurnRecord
  requestHash: string
  answer: string
  /** Files of the reply. */
  uploads?: readonly UploadRow[]
  /** Files that blocks of this turn created. */
  madeFiles?: readonly UploadRow[]
  now: number
}

/** Returns everything that one turn writes. */
export function turnCommit(identity: TurnIdentity, outcome: TurnOutcome): TurnCommit {
  const { session, version, storedBytes = 0 } = identity
  const { turn, answer, now, uploads = [], madeFiles = [] } = outcome
  const { id, workspaceId, botId, releaseId, resultId, createdAt, contactId } = session
  const isRecorded = identity.isRecorded && resultId !== null
  const request = JSON.stringify(outcome.record)
  const asked = releaseId !== null && turn.handOver
  const handOver = asked
    ? handOverOf(session, version, { ...turn, handOver: asked }, { said: saidTurn({ request, answer }), now })
    : undefined
  // In a preview, authors choose when there is no answer.
  const noAnswerAt = (releaseId !== null && turn.session.noAnswer?.at) || null
  const exposures = isRecorded ? exposuresOf(turn.session, resultId, now) : []
  turn.session.storedBytes = storedBytes + Buffer.byteLength(request) + Buffer.byteLength(answer)
  return {
    session: {
      id,
      workspaceId,
      botId,
      releaseId,
      resultId,
      version,
      state: JSON.stringify(turn.session),
      createdAt,
      updatedAt: now,
      expiresAt: endAfterWait(identity.expiresAt, noAnswerAt),
      endedAt: turn.session.ended ? now : null,
      held: handOver ? handOver.held : session.held,
      noAnswerAt,
      contactId: contactId ?? turn.contact?.newId ?? null,
    },
    updatedBefore: identity.updatedBefore,
    turn: {
      sessionId: id,
      number: version,
      key: outcome.key,
      requestHash: outcome.requestHash,
      request,
      answer,
      status: 200,
      createdAt: now,
    },
    results: isRecorded
      ? turn.results.map((result) => ({
          id: result.resultId,
          botId: result.botId,
          hasStarted: result.hasStarted,
          isCompleted: result.isCompleted,
          variables: JSON.stringify(result.variables),
          ...valuesOfTurn(
            {
              releaseId: result.programId,
              environmentId: turn.session.environment?.id ?? null,
              isLinked: result.botId !== botId,
            },
            identity.visit,
          ),
          at: now,
        }))
      : [],
    answers: isRecorded
      ? turn.answers.map((answer) => ({
          resultId: answer.resultId,
          blockId: answer.blockId,
          groupId: answer.groupId,
          variableId: answer.variableId,
          content: answer.content,
          attachedFileUrls: answer.attachedFileUrls ? JSON.stringify(answer.attachedFileUrls) : null,
          storageUsed: bytesOfAnswer(answer, uploads),
          createdAt: now,
        }))
      : [],
    rejections: isRecorded
      ? turn.invalidReplies.map(({ resultId, blockId }) => ({ resultId, blockId, createdAt: now }))
      : [],
    exposures,
    deliveries: (isRecorded && turn.deliveries) || [],
    visitedEdges: isRecorded ? turn.visitedEdges : [],
    contact: turn.contact,
    keptUploads: isRecorded ? [...namedByAnswers(turn, uploads), ...namedByResults(turn, madeFiles)] : [],
    logs: isRecorded ? turn.logs.map((log) => logRow(resultId, log, now)) : [],
    handOver: handOver?.commit,
  }
}

/** Milliseconds for which a session lasts, at least, from the time at which it continues without an answer. */
const lifeAfterWait = 3_600_000

/** Returns the time at which a session expires that may continue without an answer before. */
export const endAfterWait = (expiresAt: number, noAnswerAt: number | null): number =>
  noAnswerAt === null ? expiresAt : Math.max(expiresAt, noAnswerAt + lifeAfterWait)

/** Returns the position of the next turn of a stored session, which expires after this many hours without a turn. */
export function nextIdentity({ row, session }: CachedSession, sessionHours: number, now: number): TurnIdentity {
  return {
    session: row,
    version: row.version + 1,
    updatedBefore: row.updatedAt,
    storedBytes: session.storedBytes,
    expiresAt: sessionEnd(now, sessionHours, row.expiresAt),
    isRecorded: true,
  }
}

const namedByAnswers = ({ answers }: Turn, uploads: readonly UploadRow[]): string[] =>
  uploads.filter((upload) => answers.some((it) => bytesOfAnswer(it, [upload]) > 0)).map(({ id }) => id)

/** Returns files whose address is in a variable of a result. */
function namedByResults({ results }: Turn, files: readonly UploadRow[]): string[] {
  if (files.length === 0) return []
  const variables = JSON.stringify(results.map((result) => result.variables))
  return files.map(({ id }) => id).filter((id) => variables.includes(id))
}

/** Returns the writes for a session that changes without a message: a turn that leaves no result. */
export function silentCommit(
  row: SessionRow,
  change: Pick<SessionRow, 'state'> & Partial<SessionRow>,
  turn: { request: object; answer: object; now: number },
): TurnCommit {
  const { now } = turn
  const version = row.version + 1
  return {
    session: { ...row, ...change, version, updatedAt: now },
    updatedBefore: row.updatedAt,
    turn: {
      sessionId: row.id,
      number: version,
      key: null,
      requestHash: '',
      request: JSON.stringify(turn.request),
      answer: JSON.stringify(turn.answer),
      status: 200,
      createdAt: now,
    },
    results: [],
    answers: [],
    visitedEdges: [],
    logs: [],
    rejections: [],
    exposures: [],
    deliveries: [],
    keptUploads: [],
  }
}

/** A log as stored. */
export function logRow(resultId: string, log: Log, now: number): LogRow {
  return {
    id: newId(),
    resultId,
    status: log.status ?? 'error',
    description: log.description,
    details: log.details ?? null,
    context: log.context ?? null,
    createdAt: now,
  }
}

/** Milliseconds for which a session lasts, at least, after it was used. */
export const sessionLife = (hours: number): number => hours * 3_600_000

/**
 * Returns the time at which a session expires that was used just now: not before the given hours have passed, and slightly later if that
 * avoids moving the row in the index of expiry times at every turn.
 */
export function sessionEnd(now: number, hours: number, before = 0): number {
  const life = sessionLife(hours)
  const latest = Math.ceil(now + life * 1.01)
  return before >= now + life && before <= latest ? before : latest
}

/** Returns the stored answer of a repeated request, if any. Throws when its key was used with a different request. */
export function repeatedAnswer(
  storedTurn: Pick<TurnRow, 'requestHash' | 'answer'> | undefined,
  requestHash: string,
): string | undefined {
  if (storedTurn && storedTurn.requestHash !== requestHash) throw new ApiError('idempotency_key_reused')
  return storedTurn?.answer
}

/** Hash that identifies the contents of a repeated request. Empty without a key: such a request is never repeated. */
export function hashOf(body: unknown, key: string | undefined): string {
  if (key === undefined) return ''
  return createHash('sha256')
    .update(JSON.stringify(body ?? {}))
    .digest('hex')
}
