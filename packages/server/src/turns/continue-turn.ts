import { ApiError } from '@colloquy/api'
import type { ReplyMessage } from '@colloquy/chat'
import type { CompiledFlow, HandBack, Messaging, Session, TurnEvent } from '@colloquy/engine'
import type { UploadRow } from '@colloquy/storage'
import type { CachedSession } from '../caches/session-cache.js'
import { EffectJournal, type KnownPerson } from '../effects/effects.js'
import { SessionChanged } from '../effects/session-changed.js'
import type { TurnBudget } from '../effects/turn-budget.js'
import { type ReplyWithFiles, replyWithFiles } from '../files/reply-files.js'
import type { Referrer } from '../http/allowed-origin.js'
import { retryOnConflict } from '../process/retry-on-conflict.js'
import type { Needs, Service } from '../service.js'
import { BotSpeaks, holdOf, SomebodySpeaks } from '../sessions/hold.js'
import { cachedFlows, checkReferrer, openSession } from '../sessions/open-session.js'
import { after } from './after.js'
import { answerOf } from './answer.js'
import { checkReply } from './check-reply.js'
import { checkSession } from './check-session.js'
import { hashOf, nextIdentity, repeatedAnswer, turnCommit } from './commit.js'
import { commitTurn, type PreparedTurn } from './commit-turn.js'
import { confirmSession } from './confirm-session.js'
import { heldReply } from './held-reply.js'
import { newRecorder, nextScope, runTurn, withTurnBudget } from './run-turn.js'
import { withSimulation } from './simulated-turn.js'
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
  /** The person who replies, as a messaging app says. */
  known?: KnownPerson | undefined
  /** In place of a reply: lets the bot speak again. With a `waitId`, only if nobody has come until the end of this wait. */
  handBack?: HandBack & { waitId?: string }
  /** With `handBack`: what people have said, as models get it. */
  people?: string
  /** Time at which it was received, or for the end of a wait, that of the session that waits. By default, now. */
  receivedAt?: number
  rawBody: unknown
  arrival: QueuedReply
}

/**
 * Takes one reply: it waits for those before it, and its answer is stored before it is sent. First uses the session cached by this process,
 * and reads the stored one only if that does not lead to a saved turn.
 */
export function continueTurn(service: Service, given: ContinueRequest): Promise<string> {
  const request = withKeyOfWait(given)
  const receivedAt = request.receivedAt ?? service.now()
  const storedTurn = async (budget: TurnBudget) => {
    const requestHash = hashOf(request.rawBody, request.key)
    const attempt = { request, receivedAt, requestHash, journal: new EffectJournal(), budget, madeFiles: [] }
    return (await optimisticTurn(service, attempt)) ?? retryOnConflict(() => readTurn(service, attempt))
  }
  return service.turnQueue.run(request.sessionId, () => withTurnBudget(service, storedTurn), request.arrival)
}

/** All that continue the same wait without an answer get the same response. */
function withKeyOfWait(request: ContinueRequest): ContinueRequest {
  const { message } = request
  if (message?.type !== 'no-answer' || message.waitId === undefined) return request
  return { ...request, key: keyOfWait(message.waitId), rawBody: message.waitId }
}

/** A day in seconds: timers of browsers are limited. */
const maxRetryAfter = 86_400

/** Throws if a client asks whether a wait is over and it is not. */
function checkWait({ noAnswer }: Session, message: ReplyMessage | undefined, now: number): void {
  if (message?.type !== 'no-answer' || !message.onlyIfOver || !noAnswer || noAnswer.waitId !== message.waitId) return
  const left = noAnswer.at - now
  if (left > 0) throw new ApiError('wait_not_over', { retryAfter: Math.min(Math.ceil(left / 1_000), maxRetryAfter) })
}

/** The idempotency key of the turn that ends a wait without an answer. */
export const keyOfWait = (waitId: string) => `no-answer ${waitId}`

/** State shared by all attempts to take a reply. */
interface ReplyAttempt {
  request: ContinueRequest
  receivedAt: number
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
  if (cached.session.generation?.status === 'awaited' || cached.session.hasPeople) return undefined
  let isRight = true
  const confirm = async () => {
    try {
      await confirmSession(() => openSession(service, request), cached.row)()
    } catch (error) {
      isRight = false
      throw error
    }
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
  if (opened.session.hasPeople && !request.handBack) {
    const answer = await heldReply(service, opened, { ...request, receivedAt: attempt.receivedAt })
    if (answer !== undefined) return answer
    // The holder has changed since the session was read.
    if (opened.row.held !== null) return undefined
  }
  const save = async (input: TurnInput) => {
    try {
      const confirm = confirmSession(() => openSession(service, request), input.row)
      const preparedTurn = await prepareTurn(service, attempt, { ...input, confirm })
      return (await commitTurn(service, preparedTurn)) ? preparedTurn.answer : undefined
    } catch (error) {
      if (error instanceof SessionChanged) return undefined
      throw error
    }
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
  if (request.handBack) checkHandBack(service, request.handBack, input)
  checkReferrer(session, compiledFlows, request.referrer)
  checkWait(session, request.message, service.now())
  checkSession(service.config.limits, input)
  checkReply(service.config.limits, request.message, input)
  const parts = { sessionId: row.id, session, compiledFlows, message: request.message }
  const reply = replyWithFiles(service, parts, request.referrer.own)
  return after(reply, (reply) => steppedTurn(service, attempt, input, reply))
}

function steppedTurn(
  service: Service,
  { request, requestHash, journal, budget, madeFiles }: ReplyAttempt,
  given: TurnInput,
  { message, uploads }: ReplyWithFiles,
): PreparedTurn | Promise<PreparedTurn> {
  const { textFormat, key, messaging } = request
  const handBack = request.handBack && withoutWaitId(request.handBack)
  const now = service.now()
  const input = handBack ? givenBack(given, now) : given
  const { session, compiledFlows, confirm } = input
  const scope = nextScope(input, { budget, ownUrl: request.referrer.own[0], madeFiles }, request.known)
  const people = request.people ?? session.saidByPeople
  const seed = () => turnSeed(service.secret, scope.sessionId, scope.turn)
  const event: TurnEvent = handBack
    ? { kind: 'handBack', ...handBack, now, seed, textFormat, messaging, people }
    : { kind: 'reply', message, now, seed, textFormat, messaging, people }
  const recorder = newRecorder(service, session.storedBytes)
  return after(runTurn(service, scope, { session, event, compiledFlows, journal, confirm, recorder }), (turn) => {
    const said = withSimulation(service, answerOf(turn), { session: turn.session, compiledFlows, isFirst: false })
    const answer = JSON.stringify(said)
    const commit = turnCommit(nextIdentity(input, service.config.limits.sessionHours, now), {
      turn,
      key: key ?? null,
      record: replyRecord(message, textFormat, {
        messaging,
        handBack,
        people,
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

function checkHandBack(
  { now }: Needs<'now'>,
  { waitId }: NonNullable<ContinueRequest['handBack']>,
  { row, session: { noAnswer } }: CachedSession,
): void {
  if (row.held === null) throw new BotSpeaks('The bot speaks in this conversation')
  if (waitId === undefined) return
  if (holdOf(row)?.by !== 'queue' || noAnswer?.waitId !== waitId || noAnswer.at > now())
    throw new SomebodySpeaks('Somebody has come, or is waited for again')
}

const withoutWaitId = ({ waitId: _, ...handBack }: NonNullable<ContinueRequest['handBack']>): HandBack => handBack

/** The same conversation, in which the bot speaks again. */
const givenBack = <Input extends CachedSession>(input: Input, now: number): Input => ({
  ...input,
  row: { ...input.row, held: null },
  session: { ...input.session, returnedAt: now },
})

/** Thrown when the reply is for a question that is no longer waiting. */
export class AnsweredAlready extends Error {}
