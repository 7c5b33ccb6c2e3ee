import type { Block, Group } from '@colloquy/flow'
import { contextOf } from './block-context.js'
import type { BlockContext } from './block-runtime.js'
import type { Effectful } from './effect.js'
import { hasToPrepare } from './prepare.js'
import type { TurnState } from './turn-state.js'

/** A method of a block's runtime. */
type Method<T> = (block: Block, context: BlockContext) => T | Effectful<T>

/**
 * Calls a method of a block after running the code in its texts. Most blocks contain none and do no I/O, and return their result directly:
 * a generator is created only for the others.
 */
export function callBlock<T extends object>(
  state: TurnState,
  block: Block,
  group: Group,
  method: Method<T>,
): T | Effectful<T> {
  if (hasToPrepare(block)) return callPrepared(state, block, group, method)
  return method(block, contextOf(state, block, group))
}

function* callPrepared<T extends object>(
  state: TurnState,
  block: Block,
  group: Group,
  method: Method<T>,
): Effectful<T> {
  yield* state.prepare(block)
  const said = method(block, contextOf(state, block, group))
  return 'next' in said ? yield* said : said
}
