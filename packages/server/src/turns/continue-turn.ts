import { ApiError } from '@colloquy/api'
import type { ReplyMessage } from '@colloquy/chat'
import type { CompiledFlow, Messaging } from '@colloquy/engine'
import type { UploadRow } from '@colloquy/storage'
import type { CachedSession } from '../caches/session-cache.js'
import { EffectJournal } from '../effects/effects.js'
import type { TurnBudget } from '../effects/turn-budget.js'
import { type ReplyWithFiles, replyWithFiles } from '../files/reply-files.js'
import type { Referrer } from '../http/allowed-origin.js'
import { retryOnConflict } from '../process/retry-on-conflict.js'
import type { Service } from '../service.js'
import { cachedFlows, checkReferrer, openSession } from '../sessions/open-session.js'
import { after } from './after.js'
import { answerOf } from './answer.js'
import { checkReply } from './check-reply.js'
import { checkSession } from './check-session.js'
import { hashOf, nextIdentity, repeatedAnswer, turnCommit } from './commit.js'
import { commitTurn, type PreparedTurn } from './commit-turn.js'
import { newRecorder, nextScope, runTurn, withTurnBudget } from './run-turn.js'
import type { QueuedReply } from './turn-queue.js'
import { replyRecord, turnSeed } from './turn-record.js'

export interface ContinueRequest {
  sessionId: string
  message?: ReplyMessage
  textFormat: 'richText' | 'markdown'
  referrer: Referrer
  key?: string
  /** Only this version of the session may be answered. */
  version?: number
  /** Contact who replies from a messaging app. */
  messaging?: Messaging
  rawBody: unknown
  arrival: QueuedReply
}

/**
 * Takes one reply: it waits for those before it, and its answer is stored before it is sent. First uses the session cached by this process,
 * and reads the stored one only if that does not lead to a saved turn.
 */
export function continueTurn(service: Service, request: ContinueRequest): Promise<string> {
  const storedTurn = async (budget: TurnBudget) => {
    const requestHash = hashOf(request.rawBody, request.key)
    const attempt = { request, requestHash, journal: new EffectJournal(), budget, madeFiles: [] }
    return (await optimisticTurn(service, attempt)) ?? retryOnConflict(() => readTurn(service, attempt))
  }
  return service.turnQueue.run(request.sessionId, () => withTurnBudget(service, storedTurn), request.arrival)
}

/** State shared by all attempts to take a reply. */
interface ReplyAttempt {
  request: ContinueRequest
  requestHash: string
  journal: EffectJournal
  budget: TurnBudget
  madeFiles: UploadRow[]
}

/**
 * Takes a reply on the cached session, without reading it. Undefined when nothing is cached, and for any outcome but a saved turn: an
 * error, too, may be due to a session that has changed elsewhere. Irreversible effects happen only after checking the stored session.
 */
async function optimisticTurn(service: Service, attempt: ReplyAttempt): Promise<string | undefined> {
  const { request } = attempt
  const cached = service.sessionCache.get(request.sessionId, request.key)
  const compiledFlows = cached && cachedFlows(service, cached.session)
  if (!cached || !compiledFlows || cached.row.expiresAt <= service.now()) return undefined
  if (cached.session.generation?.status === 'awaited') return undefined
  let isRight = true
  const confirm = async () => {
    const { row, storedTurn } = await openSession(service, request)
    isRight = !storedTurn && row.version === cached.row.version && row.updatedAt === cached.row.updatedAt
    if (!isRight) throw new AnsweredAlready()
  }
  const { row, session } = cached
  let preparedTurn: PreparedTurn | undefined
  try {
    const preparing = prepareTurn(service, attempt, { row, session, compiledFlows, confirm })
    preparedTurn = preparing instanceof Promise ? await preparing : preparing
  } catch {
    // The attempt on the stored session decides if this error is real.
  }
  if (preparedTurn) isRight = await commitTurn(service, preparedTurn)
  if (!isRight) service.sessionCache.noteMiss(request.sessionId)
  else if (preparedTurn) service.sessionCache.noteHit()
  return isRight ? preparedTurn?.answer : undefined
}

/** Undefined when another turn of the session was saved first. */
async function readTurn(service: Service, attempt: ReplyAttempt): Promise<string | undefined> {
  const { request } = attempt
  const opened = await openSession(service, request)
  const repeated = repeatedAnswer(opened.storedTurn, attempt.requestHash)
  if (repeated !== undefined) return repeated
  const save = async (input: TurnInput) => {
    const preparedTurn = await prepareTurn(service, attempt, input)
    return (await commitTurn(service, preparedTurn)) ? preparedTurn.answer : undefined
  }
  if (opened.session.generation?.status !== 'awaited') return save(opened)
  return service.generations.alone(request.sessionId, async () => save(await openSession(service, request)))
}

/** Input of an attempt to take a reply. */
interface TurnInput extends CachedSession {
  compiledFlows: ReadonlyMap<string, CompiledFlow>
  confirm?: () => Promise<void>
}

/** Computes the turn of a reply, without storing it. Throws synchronously, or rejects. */
function prepareTurn(service: Service, attempt: ReplyAttempt, input: TurnInput): PreparedTurn | Promise<PreparedTurn> {
  const { request } = attempt
  const { row, session, compiledFlows } = input
  if (request.version !== undefined && request.version !== row.version) throw new AnsweredAlready()
  if (session.ended) throw new ApiError('session_ended')
  checkReferrer(session, compiledFlows, request.referrer)
  checkSession(service.config.limits, input)
  checkReply(service.config.limits, request.message, input)
  const parts = { sessionId: row.id, session, compiledFlows, message: request.message }
  const reply = replyWithFiles(service, parts, request.referrer.own)
  return after(reply, (reply) => steppedTurn(service, attempt, input, reply))
}

function steppedTurn(
  service: Service,
  { request, requestHash, journal, budget, madeFiles }: ReplyAttempt,
  input: TurnInput,
  { message, uploads }: ReplyWithFiles,
): PreparedTurn | Promise<PreparedTurn> {
  const { session, compiledFlows, confirm } = input
  const { textFormat, key, messaging } = request
  const now = service.now()
  const scope = nextScope(input, { budget, ownUrl: request.referrer.own[0], madeFiles })
  const event = {
    kind: 'reply',
    message,
    now,
    seed: () => turnSeed(service.secret, scope.sessionId, scope.turn),
    textFormat,
    messaging,
  } as const
  const recorder = newRecorder(service, session.storedBytes)
  return after(runTurn(service, scope, { session, event, compiledFlows, journal, confirm, recorder }), (turn) => {
    const answer = JSON.stringify(answerOf(turn))
    const commit = turnCommit(nextIdentity(input, service.config.limits.sessionHours, now), {
      turn,
      key: key ?? null,
      record: replyRecord(message, textFormat, {
        messaging,
        streamed: turn.streamed,
        effects: recorder.taken(),
      }),
      requestHash,
      answer,
      uploads,
      madeFiles,
      now,
    })
    return { commit, session: turn.session, answer, unanswered: turn.unanswered }
  })
}

/** Thrown when the reply is for a question that is no longer waiting. */
export class AnsweredAlready extends Error {}
