import type { Block, Group } from '@colloquy/flow'
import { contextOf } from './block-context.js'
import type { BlockContext } from './block-runtime.js'
import type { Effectful } from './effect.js'
import { hasToPrepare } from './prepare.js'
import type { TurnState } from './turn-state.js'

/** One of the things that the runtime of a block does. */
type Method<T> = (block: Block, context: BlockContext) => T | Effectful<T>

/**
 * Has a block do something, after what its texts need has been run. Most need nothing and want no I/O, and give what they have to say
 * as it is: a generator is begun for the others only.
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
