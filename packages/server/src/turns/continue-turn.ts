import { ApiError } from '@colloquy/api'
import type { ReplyMessage } from '@colloquy/chat'
import type { Program } from '@colloquy/engine'
import type { Referrer } from '../allowed-origin.js'
import { replyWithFiles } from '../files/reply-files.js'
import type { Service } from '../service.js'
import { untilWritten } from '../until-written.js'
import { answerOf } from './answer.js'
import { hashOf, sessionEnd, turnCommit } from './commit.js'
import { committed } from './committed.js'
import { EffectJournal, type TurnScope } from './effects.js'
import type { KnownSession } from './known-sessions.js'
import { checkReferrer, openSession, programsAtHand } from './open-session.js'
import { step } from './step.js'
import { replyRecord, turnSeed } from './turn-record.js'

export interface ContinueRequest {
  sessionId: string
  message?: ReplyMessage
  textFormat: 'richText' | 'markdown'
  referrer: Referrer
  key?: string
  /** Answers this version of the session and no later one. */
  version?: number
  rawBody: unknown
}

/**
 * One reply: it waits for those before it, and its answer is stored before it is sent. It is taken on the session as this process
 * remembers it, and read only where that does not lead to a turn that is saved.
 */
export function continueTurn(service: Service, request: ContinueRequest): Promise<string> {
  return service.queue.run(request.sessionId, async () => {
    const reply = { ...request, requestHash: hashOf(request.rawBody, request.key), journal: new EffectJournal() }
    return (await guessedTurn(service, reply)) ?? untilWritten(() => readTurn(service, reply))
  })
}

interface Reply extends ContinueRequest {
  requestHash: string
  journal: EffectJournal
}

/**
 * Undefined where nothing is known, and where anything came of it but a turn that was saved: a refusal, too, may come of a session that has gone on
 * elsewhere. What cannot be undone is done only after a look.
 */
async function guessedTurn(service: Service, reply: Reply): Promise<string | undefined> {
  const known = service.sessions.guess(reply.sessionId, reply.key)
  const programs = known && programsAtHand(service, known.session)
  if (!known || !programs || known.row.expiresAt <= service.now()) return undefined
  let isRight = true
  const confirm = async () => {
    const { row, answered } = await openSession(service, reply)
    isRight = !answered && row.version === known.row.version && row.updatedAt === known.row.updatedAt
    if (!isRight) throw new AnsweredAlready()
  }
  const make = async () => {
    checkReferrer(known.session, programs, reply.referrer)
    return madeTurn(service, reply, { ...known, programs }, confirm)
  }
  const made = await make().catch(() => undefined)
  if (made) isRight = await committed(service, made.commit, made.session)
  if (!isRight) service.sessions.guessedWrong(reply.sessionId)
  else if (made) service.sessions.guessedRight()
  return isRight ? made?.answer : undefined
}

/** Undefined when somebody else saved a turn of the session first. */
async function readTurn(service: Service, reply: Reply): Promise<string | undefined> {
  const opened = await openSession(service, reply)
  if (opened.answered) {
    if (opened.answered.requestHash !== reply.requestHash) throw new ApiError('idempotency_key_reused')
    return opened.answered.answer
  }
  const { commit, session, answer } = await madeTurn(service, reply, opened)
  return (await committed(service, commit, session)) ? answer : undefined
}

/** What the reply leads to; nothing is stored yet. */
async function madeTurn(
  service: Service,
  reply: Reply,
  { row, session, programs }: KnownSession & { programs: ReadonlyMap<string, Program> },
  confirm?: () => Promise<void>,
) {
  if (reply.version !== undefined && reply.version !== row.version) throw new AnsweredAlready()
  if (session.ended) throw new ApiError('session_ended')
  const given = { sessionId: row.id, session, programs, message: reply.message }
  const { message, uploads } = await replyWithFiles(service, given, reply.referrer.own)
  const now = service.now()
  const version = row.version + 1
  const scope: TurnScope = {
    workspaceId: row.workspaceId,
    botId: row.botId,
    sessionId: row.id,
    resultId: row.resultId ?? undefined,
    mode: session.mode,
    turn: version,
    publicUrl: reply.referrer.own[0] ?? '',
  }
  const event = {
    kind: 'reply',
    message,
    now,
    seed: () => turnSeed(service.secret, row.id, version),
    textFormat: reply.textFormat,
  } as const
  const turn = await step(service, scope, { session, event, programs, journal: reply.journal, confirm })
  const answer = JSON.stringify(answerOf(turn))
  const commit = turnCommit({
    session: row,
    version,
    updatedBefore: row.updatedAt,
    expiresAt: sessionEnd(now, service.config.limits.sessionHours, row.expiresAt),
    turn,
    isRecorded: true,
    key: reply.key ?? null,
    record: replyRecord(message, reply.textFormat),
    requestHash: reply.requestHash,
    answer,
    uploads,
    now,
  })
  return { commit, session: turn.session, answer }
}

/** The reply is for a question that is no longer the one that waits. */
export class AnsweredAlready extends Error {}
