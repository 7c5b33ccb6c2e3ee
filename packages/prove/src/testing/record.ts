import { blockRegistry } from '@colloquy/blocks'
import {
  advance,
  type CompiledFlow,
  defaultBudgets,
  type Effect,
  type EffectOutcome,
  newSession,
  type SaidTurn,
  type Session,
  type TurnEvent,
  transcriptOf,
} from '@colloquy/engine'
import type { RecordedConversation, RecordedTurn } from '../conversation.js'
import { EffectRecorder } from '../recorded-effects.js'
import type { ReplayWorld } from '../visitor.js'

/** With few steps: random flows often run in circles. */
export const world: ReplayWorld = {
  blocks: blockRegistry,
  budgets: { ...defaultBudgets, steps: 100 },
  linked: new Map(),
}

type Perform = (effect: Effect) => EffectOutcome

/** Holds a conversation as the service does, and records it. Ends early where the flow does. */
export function record(
  compiledFlow: CompiledFlow,
  replies: readonly string[],
  { perform, ...options }: { id?: string; maxBytes?: number; perform?: Perform } = {},
): RecordedConversation {
  const events = replies.map((text) => ({ message: { type: 'text', text } as const }))
  return recordEvents(compiledFlow, events, perform, options)
}

/** The same with any replies. Those that are refused leave no turn. */
export function recordEvents(
  compiledFlow: CompiledFlow,
  replies: readonly { message?: TurnEvent['message'] }[],
  perform?: Perform,
  { id = 'c', maxBytes = Number.POSITIVE_INFINITY } = {},
): RecordedConversation {
  let session: Session = newSession({ compiledFlow, mode: 'live', resultId: `result-${id}` })
  const compiledFlows = new Map([[compiledFlow.id, compiledFlow]])
  const turns: RecordedTurn[] = []
  const saidTurns: SaidTurn[] = []
  for (const { message } of [{ message: undefined }, ...replies]) {
    if (session.ended || (turns.length > 0 && session.currentBlockId === undefined)) break
    const chance = { now: 1_700_000_000_000 + turns.length * 1_000, seed: turns.length + 1 }
    const recorder = new EffectRecorder(maxBytes)
    const kind = turns.length === 0 ? ('start' as const) : ('reply' as const)
    const running = advance({
      sessionId: `session-${id}`,
      session,
      event: { kind, message, textFormat: 'richText', ...chance },
      compiledFlows,
      blocks: blockRegistry,
      budgets: world.budgets,
    })
    let step = running.next()
    while (!step.done) {
      const { value } = step
      const outcome: EffectOutcome | undefined =
        value.kind === 'transcript' ? { kind: 'transcript', entries: transcriptOf(saidTurns) } : perform?.(value)
      if (!outcome) throw new Error(`The test has no outcome for a ${value.kind}.`)
      recorder.add(value, outcome)
      if (outcome.kind === 'program' && outcome.compiledFlow)
        compiledFlows.set(outcome.compiledFlow.id, outcome.compiledFlow)
      step = running.next(outcome)
    }
    if ('refused' in step.value) continue
    session = step.value.session
    saidTurns.push({ ...step.value, message })
    const stored = JSON.parse(JSON.stringify({ message, effects: recorder.taken() }))
    turns.push({ record: stored, said: JSON.stringify(step.value.messages), ...chance })
  }
  return { id, sessionId: `session-${id}`, resultId: `result-${id}`, releaseId: compiledFlow.id, turns }
}
