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
  program: CompiledFlow,
  replies: readonly string[],
  { perform, ...options }: { id?: string; mostBytes?: number; perform?: Perform } = {},
): RecordedConversation {
  const events = replies.map((text) => ({ message: { type: 'text', text } as const }))
  return recordEvents(program, events, perform, options)
}

/** The same with any replies. Those that are refused leave no turn. */
export function recordEvents(
  program: CompiledFlow,
  replies: readonly { message?: TurnEvent['message'] }[],
  perform?: Perform,
  { id = 'c', mostBytes = Number.POSITIVE_INFINITY } = {},
): RecordedConversation {
  let session: Session = newSession({ program, mode: 'live', resultId: `result-${id}` })
  const programs = new Map([[program.id, program]])
  const turns: RecordedTurn[] = []
  const saidTurns: SaidTurn[] = []
  for (const { message } of [{ message: undefined }, ...replies]) {
    if (session.ended || (turns.length > 0 && session.currentBlockId === undefined)) break
    const chance = { now: 1_700_000_000_000 + turns.length * 1_000, seed: turns.length + 1 }
    const recorder = new EffectRecorder(mostBytes)
    const kind = turns.length === 0 ? ('start' as const) : ('reply' as const)
    const running = advance({
      sessionId: `session-${id}`,
      session,
      event: { kind, message, textFormat: 'richText', ...chance },
      programs,
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
      if (outcome.kind === 'program' && outcome.program) programs.set(outcome.program.id, outcome.program)
      step = running.next(outcome)
    }
    if ('refused' in step.value) continue
    session = step.value.session
    saidTurns.push({ ...step.value, message })
    const stored = JSON.parse(JSON.stringify({ message, effects: recorder.taken() }))
    turns.push({ record: stored, said: JSON.stringify(step.value.messages), ...chance })
  }
  return { id, sessionId: `session-${id}`, resultId: `result-${id}`, releaseId: program.id, turns }
}
