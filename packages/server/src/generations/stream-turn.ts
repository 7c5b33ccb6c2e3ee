import type { FinishReason, Log } from '@colloquy/chat'
import type { Generation as Generated, Turn } from '@colloquy/engine'
import type { UploadRow } from '@colloquy/storage'
import { EffectJournal, type TurnScope } from '../effects/effects.js'
import { SessionChanged } from '../effects/session-changed.js'
import type { TextSink } from '../effects/text-sink.js'
import { Postponed } from '../postponed.js'
import { retryOnConflict } from '../process/retry-on-conflict.js'
import type { Service } from '../service.js'
import { HeldConversation } from '../sessions/hold.js'
import type { OpenedSession } from '../sessions/opened-session.js'
import { answerOf } from '../turns/answer.js'
import { checkSession } from '../turns/check-session.js'
import { nextIdentity, turnCommit } from '../turns/commit.js'
import { commitTurn } from '../turns/commit-turn.js'
import { confirmSession } from '../turns/confirm-session.js'
import { newRecorder, nextScope, runTurn, withTurnBudget } from '../turns/run-turn.js'
import { replyRecord, turnSeed } from '../turns/turn-record.js'
import { type Generate, GenerationFailed } from './generation.js'
import type { Reach } from './generations.js'

/** Returns the generator of the text that a session waits for; undefined if it does not wait for one. */
export function streamTurn(
  service: Service,
  { row: { id: sessionId }, session }: OpenedSession,
  reach: Reach,
): Generate | undefined {
  if (!isAwaiting(session)) return undefined
  return (text) =>
    withTurnBudget(service, (budget) => {
      const taking = { sessionId, reach, text, journal: new EffectJournal(), budget, madeFiles: [], now: undefined }
      return service.turnQueue.run(sessionId, () => generateAll(service, taking))
    })
}

/** Takes the turn again after each outcome that is postponed. */
async function generateAll(service: Service, taking: Taking): Promise<FinishReason> {
  const release = await service.generations.claimed(taking.sessionId, taking.text.signal)
  try {
    for (;;) {
      const preparedTurn = await retryOnConflict(() => generate(service, taking).catch(ifPostponed))
      if (!(preparedTurn instanceof Postponed)) return preparedTurn
      const began = performance.now()
      await preparedTurn.ended()
      service.metrics.effect('model', performance.now() - began)
    }
  } finally {
    await release()
  }
}

/** Undefined if the turn has to be taken again at once. */
function ifPostponed(error: unknown): Postponed | undefined {
  if (error instanceof Postponed) return error
  if (error instanceof SessionChanged) return undefined
  if (error instanceof HeldConversation)
    throw new GenerationFailed({ description: 'Somebody else continues the conversation.' })
  throw error
}

const isAwaiting = ({ generation, currentBlockId }: OpenedSession['session']): boolean =>
  generation !== undefined && generation.blockId === currentBlockId

/** A text that is being generated, with the state that all attempts to save it share. */
interface Taking {
  sessionId: string
  reach: Reach
  text: TextSink
  journal: EffectJournal
  budget: TurnScope['budget']
  madeFiles: UploadRow[]
  /** Time of the turn, once it has begun. The same for all attempts: what they ask for would differ otherwise. */
  now: number | undefined
}

/** Performs one turn, which ends with the text stored. Undefined if another turn of the session was saved first. */
async function generate(service: Service, taking: Taking): Promise<FinishReason | undefined> {
  const { sessionId, reach, text, journal, budget, madeFiles } = taking
  const opened = await reach.reopen()
  const { session, compiledFlows } = opened
  const { generation } = session
  if (!generation || !isAwaiting(session)) {
    // The flow has continued in the meantime, and the client will learn that.
    if (!text.isEmpty) return 'stop'
    throw new GenerationFailed({ description: 'The conversation has continued.' })
  }
  if (generation.status === 'done') {
    if (text.isEmpty) text.write(generation.text ?? '')
    return 'stop'
  }
  if (taking.now === undefined) checkSession(service.config.limits, opened)
  taking.now ??= service.now()
  const { now } = taking
  const scope = { ...nextScope(opened, { budget, ownUrl: reach.ownUrl, text, madeFiles }), canPostpone: true }
  const seed = () => turnSeed(service.secret, sessionId, scope.turn)
  const event = { kind: 'stream', now, seed, textFormat: 'richText' } as const
  const recorder = newRecorder(service, session.storedBytes)
  const confirm = confirmSession(reach.reopen, opened.row)
  const turn = await runTurn(service, scope, { session, event, compiledFlows, journal, confirm, recorder })
  const commit = turnCommit(nextIdentity(opened, service.config.limits.sessionHours, now), {
    turn,
    key: null,
    record: { ...replyRecord(undefined, 'richText', { effects: recorder.taken() }), isGenerated: true },
    requestHash: '',
    answer: JSON.stringify(answerOf(turn)),
    madeFiles,
    now,
  })
  const preparedTurn = { commit, session: turn.session, answer: '', unanswered: turn.unanswered }
  if (!(await commitTurn(service, preparedTurn))) return undefined
  return finishOf(turn, text)
}

/** Returns why the text ended. Throws the error for its subscribers if it failed. */
function finishOf({ session, logs }: Turn, { isFull }: TextSink): FinishReason {
  const { status, isSettled, exitEdgeId } = session.generation as Generated
  // If an exit is taken or nothing would change, the flow decides what happens, and the visitor has nothing to retry.
  if (status === 'done' || isSettled || exitEdgeId !== undefined) return isFull ? 'length' : 'stop'
  const log = logs.findLast((one) => one.status === 'error') ?? unknown
  throw new GenerationFailed(log)
}

const unknown: Log = { status: 'error', description: 'The text could not be generated.' }
