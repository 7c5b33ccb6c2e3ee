import { ApiError } from '@colloquy/api'
import type { ReplyMessage } from '@colloquy/chat'
import type { Messaging, Program } from '@colloquy/engine'
import type { UploadRow } from '@colloquy/storage'
import { type ReplyWithFiles, replyWithFiles } from '../files/reply-files.js'
import type { Referrer } from '../http/allowed-origin.js'
import { untilWritten } from '../process/until-written.js'
import type { Service } from '../service.js'
import { after } from './after.js'
import { answerOf } from './answer.js'
import { checkReply } from './check-reply.js'
import { checkSession } from './check-session.js'
import { hashOf, nextPlace, repeatedAnswer, turnCommit } from './commit.js'
import { committed, type MadeTurn } from './committed.js'
import { EffectJournal } from './effects.js'
import type { KnownSession } from './known-sessions.js'
import { checkReferrer, openSession, programsAtHand } from './open-session.js'
import { newRecorder, newTurnBudget, nextScope, step } from './step.js'
import type { TurnBudget } from './turn-budget.js'
import type { QueuedReply } from './turn-queue.js'
import { replyRecord, turnSeed } from './turn-record.js'

export interface ContinueRequest {
  sessionId: string
  message?: ReplyMessage
  textFormat: 'richText' | 'markdown'
  referrer: Referrer
  key?: string
  /** Answers this version of the session and no later one. */
  version?: number
  /** Who replies, from a messaging app. */
  messaging?: Messaging
  rawBody: unknown
  arrival: QueuedReply
}

/**
 * One reply: it waits for those before it, and its answer is stored before it is sent. It is taken on the session as this process
 * remembers it, and read only where that does not lead to a turn that is saved.
 */
export function continueTurn(service: Service, request: ContinueRequest): Promise<string> {
  const answered = async () => {
    const requestHash = hashOf(request.rawBody, request.key)
    const taking = { request, requestHash, journal: new EffectJournal(), budget: newTurnBudget(service), madeFiles: [] }
    return (await guessedTurn(service, taking)) ?? untilWritten(() => readTurn(service, taking))
  }
  return service.queue.run(request.sessionId, answered, request.arrival)
}

/** A reply, with what all attempts to take it have in common. */
interface Taking {
  request: ContinueRequest
  requestHash: string
  journal: EffectJournal
  budget: TurnBudget
  madeFiles: UploadRow[]
}

/**
 * Undefined where nothing is known, and where anything came of it but a turn that was saved: a refusal, too, may come of a session that has gone on
 * elsewhere. What cannot be undone is done only after a look.
 */
async function guessedTurn(service: Service, taking: Taking): Promise<string | undefined> {
  const { request } = taking
  const known = service.sessions.guess(request.sessionId, request.key)
  const programs = known && programsAtHand(service, known.session)
  if (!known || !programs || known.row.expiresAt <= service.now()) return undefined
  if (known.session.generation?.status === 'awaited') return undefined
  let isRight = true
  const confirm = async () => {
    const { row, answered } = await openSession(service, request)
    isRight = !answered && row.version === known.row.version && row.updatedAt === known.row.updatedAt
    if (!isRight) throw new AnsweredAlready()
  }
  const { row, session } = known
  let made: MadeTurn | undefined
  try {
    const making = madeTurn(service, taking, { row, session, programs, confirm })
    made = making instanceof Promise ? await making : making
  } catch {
    // It fails once more on what is read, or it does not.
  }
  if (made) isRight = await committed(service, made)
  if (!isRight) service.sessions.guessedWrong(request.sessionId)
  else if (made) service.sessions.guessedRight()
  return isRight ? made?.answer : undefined
}

/** Undefined when somebody else saved a turn of the session first. */
async function readTurn(service: Service, taking: Taking): Promise<string | undefined> {
  const { request } = taking
  const opened = await openSession(service, request)
  const repeated = repeatedAnswer(opened.answered, taking.requestHash)
  if (repeated !== undefined) return repeated
  const save = async (ground: Ground) => {
    const made = await madeTurn(service, taking, ground)
    return (await committed(service, made)) ? made.answer : undefined
  }
  if (opened.session.generation?.status !== 'awaited') return save(opened)
  return service.generations.alone(request.sessionId, async () => save(await openSession(service, request)))
}

/** What a reply is taken on. */
interface Ground extends KnownSession {
  programs: ReadonlyMap<string, Program>
  confirm?: () => Promise<void>
}

/** What the reply leads to; nothing is stored yet. Throws at once, or later. */
function madeTurn(service: Service, taking: Taking, ground: Ground): MadeTurn | Promise<MadeTurn> {
  const { request } = taking
  const { row, session, programs } = ground
  if (request.version !== undefined && request.version !== row.version) throw new AnsweredAlready()
  if (session.ended) throw new ApiError('session_ended')
  checkReferrer(session, programs, request.referrer)
  checkSession(service.config.limits, ground)
  checkReply(service.config.limits, request.message, ground)
  const given = { sessionId: row.id, session, programs, message: request.message }
  const reply = replyWithFiles(service, given, request.referrer.own)
  return after(reply, (reply) => steppedTurn(service, taking, ground, reply))
}

function steppedTurn(
  service: Service,
  { request, requestHash, journal, budget, madeFiles }: Taking,
  ground: Ground,
  { message, uploads }: ReplyWithFiles,
): MadeTurn | Promise<MadeTurn> {
  const { session, programs, confirm } = ground
  const { textFormat, key, messaging } = request
  const now = service.now()
  const scope = nextScope(ground, { budget, ownUrl: request.referrer.own[0], madeFiles })
  const event = {
    kind: 'reply',
    message,
    now,
    seed: () => turnSeed(service.secret, scope.sessionId, scope.turn),
    textFormat,
    messaging,
  } as const
  const recorder = newRecorder(service, session.storedBytes)
  return after(step(service, scope, { session, event, programs, journal, confirm, recorder }), (turn) => {
    const answer = JSON.stringify(answerOf(turn))
    const commit = turnCommit(nextPlace(ground, service.config.limits.sessionHours, now), {
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

/** The reply is for a question that is no longer the one that waits. */
export class AnsweredAlready extends Error {}
