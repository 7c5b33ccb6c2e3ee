import { ApiError } from '@colloquy/api'
import { type Appearance, newSession, type Program, type Turn, type TurnEvent } from '@colloquy/engine'
import type { SessionRow } from '@colloquy/storage'
import { newId } from '../ids.js'
import type { Service } from '../service.js'
import { timestamp } from '../timestamp.js'
import { answerOf } from './answer.js'
import { appearance } from './appearance.js'
import { hashOf, sessionEnd, turnCommit } from './commit.js'
import { committed } from './committed.js'
import { EffectJournal, type TurnScope } from './effects.js'
import { startAction, startActionLog } from './start-action.js'
import { step } from './step.js'
import { startRecord, turnSeed } from './turn-record.js'

export interface StartRequest {
  sessionId: string
  /** The id was made just now, so that no session can have it. */
  isNew: boolean
  program: Program
  mode: 'live' | 'preview'
  /** When the release came out; live only. */
  publishedAt?: number
  resultId?: string
  restored?: Parameters<typeof newSession>[0]['restored']
  body: StartBody
  key?: string
  /** The address of the service, as this client knows it. */
  publicUrl: string
  /** What the client sent, as it is compared and kept. */
  rawBody: unknown
}

interface StartBody {
  message?: Extract<TurnEvent, { kind: 'start' }>['message']
  isStreamEnabled: boolean
  isOnlyRegistering: boolean
  prefilledVariables?: Record<string, unknown>
  textBubbleContentFormat: 'richText' | 'markdown'
  startFrom?: Extract<TurnEvent, { kind: 'start' }>['startFrom']
  isProgressBarEnabled?: boolean
}

/** Begins a chat: its first turn is stored with the session, and the bytes stored are those that are answered. */
export function startTurn(service: Service, request: StartRequest): Promise<string> {
  return service.queue.run(request.sessionId, async () => {
    const requestHash = hashOf(request.rawBody, request.key)
    const journal = new EffectJournal()
    for (let attempt = 0; attempt < 5; attempt++) {
      const isKnown = !request.isNew || attempt > 0
      const opened = isKnown ? await service.storage.sessions.open(request.sessionId, request.key) : undefined
      if (opened?.answered) {
        if (opened.answered.requestHash !== requestHash) throw new ApiError('idempotency_key_reused')
        return opened.answered.answer
      }
      const answer = await attemptStart(service, request, opened?.row, requestHash, journal)
      if (answer !== undefined) return answer
    }
    throw new ApiError('storage_unavailable', { retryAfter: 1 })
  })
}

async function attemptStart(
  service: Service,
  request: StartRequest,
  old: SessionRow | undefined,
  requestHash: string,
  journal: EffectJournal,
): Promise<string | undefined> {
  const { program, mode, body, sessionId, publicUrl } = request
  const now = service.now()
  const resultId = mode === 'live' ? (request.resultId ?? newId()) : undefined
  const begun = newSession({
    program,
    mode,
    resultId,
    isStreamEnabled: body.isStreamEnabled,
    isProgressEnabled: body.isProgressBarEnabled,
    restored: request.restored,
    breakpoints: mode === 'preview' && old ? service.sessions.read(old).breakpoints : undefined,
  })
  const version = (old?.version ?? 0) + 1
  const event = {
    kind: 'start' as const,
    message: body.message,
    startFrom: body.startFrom,
    isOnlyRegistering: body.isOnlyRegistering,
    prefilledVariables: body.prefilledVariables,
    now,
    seed: () => turnSeed(service.secret, sessionId, version),
    textFormat: body.textBubbleContentFormat,
  }
  const { workspaceId, botId } = program
  const scope: TurnScope = { workspaceId, botId, sessionId, resultId, mode, turn: version, publicUrl }
  const programs = new Map([[program.id, program]])
  const turn = await step(service, scope, { session: begun, event, programs, journal })
  const look = await appearance(service, scope, { program, before: begun, after: turn.session })
  const answer = JSON.stringify(startAnswer(request, resultId, look, turn))
  const commit = turnCommit({
    session: {
      id: sessionId,
      workspaceId: program.workspaceId,
      botId: program.botId,
      releaseId: mode === 'live' ? program.id : null,
      resultId: resultId ?? null,
      createdAt: old?.createdAt ?? now,
    },
    version,
    updatedBefore: old?.updatedAt ?? null,
    expiresAt: sessionEnd(now, service.config.limits.sessionHours, old?.expiresAt),
    turn,
    isRecorded: !body.isOnlyRegistering,
    key: request.key ?? null,
    record: startRecord(event, body, turn.answers.length > 0),
    requestHash,
    answer,
    now,
  })
  return (await committed(service, commit, turn.session)) ? answer : undefined
}

function startAnswer(request: StartRequest, resultId: string | undefined, look: Appearance, turn: Turn) {
  const { program, mode, body } = request
  const action = mode === 'live' && !body.isOnlyRegistering ? startAction(program) : undefined
  const log = mode === 'preview' ? startActionLog(program) : undefined
  const isAwaiting = turn.input !== undefined || turn.clientSideActions.some((it) => it.expectsDedicatedReply)
  const shown = {
    ...turn,
    clientSideActions: action ? [action, ...turn.clientSideActions] : turn.clientSideActions,
    logs: log ? [...turn.logs, log] : turn.logs,
  }
  return {
    sessionId: request.sessionId,
    resultId: isAwaiting && !body.isOnlyRegistering ? resultId : undefined,
    bot: {
      id: program.botId,
      version: '6',
      ...look,
      publishedAt:
        request.publishedAt === undefined || body.isOnlyRegistering ? undefined : timestamp(request.publishedAt),
    },
    ...answerOf(shown),
  }
}
