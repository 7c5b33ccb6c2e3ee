import type { Block, Group } from '@colloquy/flow'
import type { BlockContext, BlockRun, Outcome } from './block-runtime.js'
import type { Effectful } from './effect.js'
import { hasToPrepare } from './prepare.js'
import type { TurnState } from './turn-state.js'

type ContextOf = (state: TurnState, block: Block, group: Group) => BlockContext

/** Runs a block that calls a service, without moving the position in the flow. */
export function* runBlock(state: TurnState, blockId: string, contextOf: ContextOf): Effectful<BlockRun> {
  const location = state.compiledFlow.blockById.get(blockId)
  const runtime = location && state.runtimeOf(location.block)
  if (!location || runtime?.kind !== 'integration' || !runtime.enter)
    return { ok: false, problem: 'There is no such block, or it calls no service.' }
  state.steps += 1
  if (state.overBudget()) return { ok: false, problem: 'The turn has used up its limits.' }
  const { block, group } = location
  const { frame, logs } = state
  const before = { ...frame.variables }
  const firstLog = logs.length
  const context = contextOf(state, block, group)
  let outcome: Outcome
  try {
    state.runs?.(block)
    if (hasToPrepare(block)) yield* state.prepare(block)
    const entered = runtime.enter(block, context)
    outcome = 'next' in entered ? yield* entered : entered
  } catch (error) {
    context.log('failed-block', {
      status: 'error',
      description: `The block "${block.type}" failed.`,
      details: String(error),
    })
    return { ok: false, problem: 'The block failed.' }
  }
  if (outcome.kind !== 'continue' && outcome.kind !== 'leave')
    return { ok: false, problem: 'This block shows or asks something, so it cannot run here.' }
  const problem = logs.slice(firstLog).find(({ status }) => status === 'error')?.description
  if (problem !== undefined) return { ok: false, problem }
  const updates = Object.entries(frame.variables)
    .filter(([id, value]) => before[id] !== value)
    .map(([id, value]) => ({ name: context.variableName(id) ?? id, value }))
  return { ok: true, updates }
}
