import type { Block, Group } from '@colloquy/flow'
import type { Outcome } from './block-runtime.js'
import { callBlock } from './call-block.js'
import type { Effectful } from './effect.js'
import type { TurnState } from './turn-state.js'

/** Enters a block. A block that fails is skipped, with a log: the flow continues. */
export function enter(state: TurnState, block: Block, group: Group): Outcome | Effectful<Outcome> {
  const runtime = state.runtimeOf(block)
  if (!runtime) {
    state.log('unknown-block', {
      status: 'info',
      description: `Blocks of the type "${block.type}" are unknown here; this one was passed over.`,
      context: block.id,
    })
    return { kind: 'continue' }
  }
  if (!runtime.enter) return runtime.kind === 'input' ? { kind: 'ask' } : { kind: 'continue' }
  try {
    const entered = callBlock(state, block, group, runtime.enter)
    return 'kind' in entered ? entered : guarded(state, block, entered, passedOver)
  } catch (error) {
    noteFailure(state, block, error)
    return passedOver
  }
}

const passedOver: Outcome = { kind: 'continue' }

/** Runs a block's effects; returns `otherwise`, with a log, if it throws. */
export function* guarded<T>(state: TurnState, block: Block, running: Effectful<T>, otherwise: T): Effectful<T> {
  try {
    return yield* running
  } catch (error) {
    noteFailure(state, block, error)
    return otherwise
  }
}

function noteFailure(state: TurnState, block: Block, error: unknown): void {
  const details = error instanceof Error ? error.message : String(error)
  const description = `The block "${block.type}" failed and was passed over.`
  state.log('failed-block', { status: 'error', description, details, context: block.id }, block.id)
}
