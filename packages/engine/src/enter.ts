import type { Block, Group } from '@colloquy/flow'
import type { Outcome } from './block-runtime.js'
import { callBlock } from './call-block.js'
import type { Effectful } from './effect.js'
import type { TurnState } from './turn-state.js'

/** A block that fails loses only itself: the flow goes on, with a log. */
export function enter(state: TurnState, block: Block, group: Group): Outcome | Effectful<Outcome> {
  const runtime = state.runtimeOf(block)
  if (!runtime) {
    state.logs.push({
      status: 'info',
      description: `Blocks of the type "${block.type}" are unknown here; this one was passed over.`,
      context: block.id,
    })
    return { kind: 'continue' }
  }
  if (runtime.kind === 'input') return { kind: 'ask' }
  if (!runtime.enter) return { kind: 'continue' }
  try {
    const entered = callBlock(state, block, group, runtime.enter)
    return 'kind' in entered ? entered : guarded(state, block, entered)
  } catch (error) {
    return passOver(state, block, error)
  }
}

function* guarded(state: TurnState, block: Block, entered: Effectful<Outcome>): Effectful<Outcome> {
  try {
    return yield* entered
  } catch (error) {
    return passOver(state, block, error)
  }
}

function passOver(state: TurnState, block: Block, error: unknown): Outcome {
  state.logs.push({
    status: 'error',
    description: `The block "${block.type}" failed and was passed over.`,
    details: error instanceof Error ? error.message : String(error),
    context: block.id,
  })
  return { kind: 'continue' }
}
