import { ApiError } from '@colloquy/api'
import type { ReplyMessage } from '@colloquy/chat'
import type { Program } from '@colloquy/engine'
import { checkOrigin, type Referrer } from '../allowed-origin.js'
import { replyWithFiles } from '../files/reply-files.js'
import type { Service } from '../service.js'
import { untilWritten } from '../until-written.js'
import { answerOf } from './answer.js'
import { hashOf, sessionEnd, turnCommit } from './commit.js'
import { committed } from './committed.js'
import { EffectJournal, type TurnScope } from './effects.js'
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

/** One reply: it waits for those before it, and its answer is stored before it is sent. */
export function continueTurn(service: Service, request: ContinueRequest): Promise<string> {
  return service.queue.run(request.sessionId, async () => {
    const requestHash = hashOf(request.rawBody, request.key)
    const journal = new EffectJournal()
    return untilWritten(async () => {
      const { row, session, programs, answered } = await openSession(service, request)
      if (answered) {
        if (answered.requestHash !== requestHash) throw new ApiError('idempotency_key_reused')
        return answered.answer
      }
      if (request.version !== undefined && request.version !== row.version) throw new AnsweredAlready()
      if (session.ended) throw new ApiError('session_ended')
      const { message, uploads } = await replyWithFiles(
        service,
        { sessionId: row.id, session, programs, message: request.message },
        request.referrer.own,
      )
      const now = service.now()
      const version = row.version + 1
      const scope: TurnScope = {
        workspaceId: row.workspaceId,
        botId: row.botId,
        sessionId: row.id,
        resultId: row.resultId ?? undefined,
        mode: session.mode,
        turn: version,
        publicUrl: request.referrer.own[0] ?? '',
      }
      const event = {
        kind: 'reply',
        message,
        now,
        seed: () => turnSeed(service.secret, row.id, version),
        textFormat: request.textFormat,
      } as const
      const turn = await step(service, scope, { session, event, programs, journal })
      const answer = JSON.stringify(answerOf(turn))
      const commit = turnCommit({
        session: row,
        version,
        expiresAt: sessionEnd(now, service.config.limits.sessionHours, row.expiresAt),
        turn,
        isRecorded: true,
        key: request.key ?? null,
        record: replyRecord(message, request.textFormat),
        requestHash,
        answer,
        uploads,
        now,
      })
      return (await committed(service, commit, turn.session)) ? answer : undefined
    })
  })
}

/** The reply is for a question that is no longer the one that waits. */
export class AnsweredAlready extends Error {}

/** The session with its programs, if it may be used from there. Deleting a bot ends its sessions, so that nobody asks for it. */
export async function openSession(
  service: Service,
  { sessionId, referrer, key }: Pick<ContinueRequest, 'sessionId' | 'referrer' | 'key'>,
) {
  const opened = await service.storage.sessions.open(sessionId, key)
  if (!opened || opened.row.expiresAt <= service.now()) throw new ApiError('session_not_found')
  if (opened.isSuspended) throw new ApiError('workspace_suspended')
  const session = service.sessions.read(opened.row)
  const programs = new Map<string, Program>()
  for (const { programId } of session.frames) {
    const program =
      programs.get(programId) ?? service.programs.kept(programId) ?? (await service.programs.byId(programId))
    if (!program) throw new ApiError('session_not_found')
    programs.set(programId, program)
  }
  const main = programs.get(session.frames.at(-1)?.programId ?? '') as Program
  if (session.mode === 'live') checkOrigin(main.settings.security?.allowedOrigins, referrer)
  return { row: opened.row, answered: opened.answered, session, main, programs }
}
