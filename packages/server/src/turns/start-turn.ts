import { ApiError } from '@colloquy/api'
import {
  type Appearance,
  type CompiledFlow,
  type Messaging,
  newSession,
  type Session,
  type Turn,
  type TurnEvent,
} from '@colloquy/engine'
import type { VisitValues } from '@colloquy/flow/result-fields'
import type { SessionRow } from '@colloquy/storage'
import { type DriveOptions, EffectJournal, type KnownPerson, type TurnScope } from '../effects/effects.js'
import type { TurnBudget } from '../effects/turn-budget.js'
import { timestamp } from '../http/timestamp.js'
import { newId } from '../ids.js'
import type { Service } from '../service.js'
import { after } from './after.js'
import { answerOf } from './answer.js'
import { appearance } from './appearance.js'
import { checkStart } from './check-reply.js'
import { hashOf, sessionEnd, turnCommit } from './commit.js'
import { commitTurn, type PreparedTurn } from './commit-turn.js'
import { newRecorder, runTurn, type TurnWithDeliveries, withTurnBudget } from './run-turn.js'
import { withSimulation } from './simulated-turn.js'
import { startAction, startActionLog } from './start-action.js'
import type { QueuedReply } from './turn-queue.js'
import { startRecord, turnSeed } from './turn-record.js'

export interface StartRequest {
  sessionId: string
  compiledFlow: CompiledFlow
  mode: 'live' | 'preview'
  /** Id of the person who opens the preview. */
  openedBy?: string
  /** A preview that sends nothing out. */
  isDryRun?: boolean
  /** Publication time of the release; live only. */
  publishedAt?: number
  resultId?: string
  restored?: Parameters<typeof newSession>[0]['restored']
  body: StartBody
  /** Environment and experiment that it begins in; absent for plain `live`. */
  environment?: Session['environment']
  /** Contact who starts it from a messaging app. */
  messaging?: Messaging
  /** The person who starts it, if a messaging app or a signed page says so. */
  known?: KnownPerson | undefined
  /** Recorded with a new result; live only. */
  visit?: VisitValues | undefined
  /** First turn of a preview that continues a result: nothing is run. */
  continued?: Turn
  key?: string
  /** Public address of this server, as the caller knows it. */
  ownUrl?: string
  /** Body of the request, to be hashed and compared with repetitions. */
  rawBody: unknown
  arrival: QueuedReply
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

/** Starts a preview: its first turn is stored with the session, and the stored bytes are the response. */
export function startPreview(service: Service, request: StartRequest, isNew: boolean): Promise<string> {
  const begin = async (budget: TurnBudget) => {
    const effects = { journal: new EffectJournal(), budget, madeFiles: [] }
    // A bounded number of attempts: a bot that no longer exists stays that way.
    for (let attempt = 0; attempt < 5; attempt++) {
      const isKnown = !isNew || attempt > 0
      const opened = isKnown ? await service.storage.sessions.open(request.sessionId) : undefined
      const preparedTurn = await prepareStart(service, request, effects, opened?.row)
      if (await commitTurn(service, preparedTurn)) return preparedTurn.answer
    }
    throw new ApiError('storage_unavailable', { retryAfter: 1 })
  }
  service.generations.stop(request.sessionId)
  return service.turnQueue.run(request.sessionId, () => withTurnBudget(service, begin), request.arrival)
}

/** Computes the first turn, replacing an `old` session of the same id, without storing it. Throws synchronously, or rejects. */
export function prepareStart(
  service: Service,
  request: StartRequest,
  effects: Pick<DriveOptions, 'journal' | 'confirm'> & Pick<TurnScope, 'budget' | 'madeFiles'>,
  old?: SessionRow,
): PreparedTurn | Promise<PreparedTurn> {
  const { compiledFlow, mode, openedBy, isDryRun, body, sessionId } = request
  checkStart(service.config.limits, body)
  const now = service.now()
  const before = old && service.sessionCache.read(old)
  const resultId = mode === 'live' ? (request.resultId ?? newId()) : undefined
  const begun = newSession({
    compiledFlow,
    mode,
    openedBy,
    isDryRun,
    resultId,
    isStreamEnabled: body.isStreamEnabled,
    isProgressEnabled: body.isProgressBarEnabled,
    restored: request.restored,
    messaging: request.messaging,
    environment: request.environment,
    breakpoints: mode === 'preview' ? before?.breakpoints : undefined,
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
    messaging: request.messaging,
  }
  const { workspaceId, botId } = compiledFlow
  const { journal, confirm, budget, madeFiles } = effects
  const { ownUrl } = request
  const scope: TurnScope = {
    workspaceId,
    botId,
    sessionId,
    resultId,
    mode,
    isDryRun,
    turn: version,
    budget,
    ownUrl,
    madeFiles,
    contact: { identifiers: [], ...request.known, id: old?.contactId ?? null },
  }
  const compiledFlows = new Map([[compiledFlow.id, compiledFlow]])
  const recorder = newRecorder(service, before?.storedBytes)
  const preparedTurn = (turn: TurnWithDeliveries, look: Appearance): PreparedTurn => {
    const started = startAnswer(request, resultId, look, turn)
    const answer = JSON.stringify(
      withSimulation(service, started, { session: turn.session, compiledFlows, isFirst: true }),
    )
    const identity = {
      session: {
        id: sessionId,
        workspaceId,
        botId,
        releaseId: mode === 'live' ? compiledFlow.id : null,
        resultId: resultId ?? null,
        createdAt: old?.createdAt ?? now,
        held: null,
        contactId: old?.contactId ?? null,
      },
      version,
      updatedBefore: old?.updatedAt ?? null,
      storedBytes: before?.storedBytes,
      expiresAt: sessionEnd(now, service.config.limits.sessionHours, old?.expiresAt),
      isRecorded: !body.isOnlyRegistering,
      visit: request.visit,
    }
    const commit = turnCommit(identity, {
      turn,
      key: request.key ?? null,
      record: startRecord(event, body, turn.answers.length > 0, recorder.taken()),
      requestHash: hashOf(request.rawBody, request.key),
      answer,
      madeFiles,
      now,
    })
    return { commit, session: turn.session, answer, unanswered: turn.unanswered }
  }
  const shown = (turn: TurnWithDeliveries) =>
    after(appearance(service, scope, { compiledFlow, before: begun, after: turn.session }), (look) =>
      preparedTurn(turn, look),
    )
  const { continued } = request
  if (continued) {
    const { breakpoints, openedBy, isDryRun, channel, messaging } = begun
    const own = { breakpoints, openedBy, isDryRun, ...(messaging && { channel, messaging }) }
    return shown({ ...continued, session: { ...continued.session, ...own } })
  }
  return after(runTurn(service, scope, { session: begun, event, compiledFlows, journal, confirm, recorder }), shown)
}

function startAnswer(request: StartRequest, resultId: string | undefined, look: Appearance, turn: Turn) {
  const { compiledFlow, mode, body } = request
  const action = mode === 'live' && !body.isOnlyRegistering ? startAction(compiledFlow) : undefined
  const log = mode === 'preview' ? startActionLog(compiledFlow) : undefined
  const clientSideActions = action ? [action, ...turn.clientSideActions] : turn.clientSideActions
  const head = {
    sessionId: request.sessionId,
    resultId: body.isOnlyRegistering ? undefined : resultId,
    bot: {
      id: compiledFlow.botId,
      version: '6',
      theme: look.theme,
      settings: look.settings,
      publishedAt:
        request.publishedAt === undefined || body.isOnlyRegistering ? undefined : timestamp(request.publishedAt),
    },
  }
  return Object.assign(head, answerOf(turn, { clientSideActions, logs: log ? [...turn.logs, log] : turn.logs }))
}
