import type { FinishReason, Log } from '@colloquy/chat'
import type { Generation as Generated, Turn } from '@colloquy/engine'
import type { UploadRow } from '@colloquy/storage'
import { untilWritten } from '../process/until-written.js'
import type { Service } from '../service.js'
import { answerOf } from '../turns/answer.js'
import { checkSession } from '../turns/check-session.js'
import { nextPlace, turnCommit } from '../turns/commit.js'
import { committed } from '../turns/committed.js'
import { EffectJournal, type TurnScope } from '../turns/effects.js'
import type { OpenedSession } from '../turns/opened-session.js'
import { newRecorder, newTurnBudget, nextScope, step } from '../turns/step.js'
import { replyRecord, turnSeed } from '../turns/turn-record.js'
import { type Generate, GenerationFailed, type TextSink } from './generation.js'
import type { Reach } from './generations.js'

/** What generates the text that a session waits for; undefined where it waits for none. */
export function streamTurn(
  service: Service,
  { row: { id: sessionId }, session }: OpenedSession,
  reach: Reach,
): Generate | undefined {
  if (!isAwaiting(session)) return undefined
  return (text) => {
    const taking = {
      sessionId,
      reach,
      text,
      journal: new EffectJournal(),
      budget: newTurnBudget(service),
      madeFiles: [],
    }
    const generated = () => untilWritten(() => generate(service, taking))
    return service.queue.run(sessionId, () => service.generations.alone(sessionId, generated, text.signal))
  }
}

const isAwaiting = ({ generation, currentBlockId }: OpenedSession['session']): boolean =>
  generation !== undefined && generation.blockId === currentBlockId

/** A text that is generated, with what all attempts to save it have in common. */
interface Taking {
  sessionId: string
  reach: Reach
  text: TextSink
  journal: EffectJournal
  budget: TurnScope['budget']
  madeFiles: UploadRow[]
}

/** One turn, which ends with the text stored. Undefined when somebody else saved a turn of the session first. */
async function generate(service: Service, taking: Taking): Promise<FinishReason | undefined> {
  const { sessionId, reach, text, journal, budget, madeFiles } = taking
  const opened = await reach.reopen()
  const { session, programs } = opened
  const { generation } = session
  if (!generation || !isAwaiting(session)) {
    // The flow went on in the meantime, and the client will be told.
    if (!text.isEmpty) return 'stop'
    throw new GenerationFailed({ description: 'The conversation has gone on.' })
  }
  if (generation.status === 'done') {
    if (text.isEmpty) text.write(generation.text ?? '')
    return 'stop'
  }
  checkSession(service.config.limits, opened)
  const now = service.now()
  const scope = nextScope(opened, { budget, ownUrl: reach.ownUrl, text, madeFiles })
  const seed = () => turnSeed(service.secret, sessionId, scope.turn)
  const event = { kind: 'stream', now, seed, textFormat: 'richText' } as const
  const recorder = newRecorder(service, session.storedBytes)
  const turn = await step(service, scope, { session, event, programs, journal, recorder })
  const commit = turnCommit(nextPlace(opened, service.config.limits.sessionHours, now), {
    turn,
    key: null,
    record: { ...replyRecord(undefined, 'richText', { effects: recorder.taken() }), isGenerated: true },
    requestHash: '',
    answer: JSON.stringify(answerOf(turn)),
    madeFiles,
    now,
  })
  const made = { commit, session: turn.session, answer: '', unanswered: turn.unanswered }
  if (!(await committed(service, made))) return undefined
  return finishOf(turn, text)
}

/** Why the text ended. Throws what its followers are told where it failed. */
function finishOf({ session, logs }: Turn, { isFull }: TextSink): FinishReason {
  const { status, exitEdgeId } = session.generation as Generated
  // Where a way out is taken, the flow says what happens, and its visitor has nothing to try again.
  if (status === 'done' || exitEdgeId !== undefined) return isFull ? 'length' : 'stop'
  const log = logs.findLast((one) => one.status === 'error') ?? unknown
  throw new GenerationFailed(log)
}

const unknown: Log = { status: 'error', description: 'The text could not be generated.' }
