import type { Block } from '@colloquy/flow'
import type { TurnState } from './turn-state.js'

/** Stores a text of a block in the running bot until the next turn, or removes it. False, with a log entry, if it exceeds the limit. */
export function remember(state: TurnState, block: Block, text: string | undefined): boolean {
  const { frame, size } = state
  const { [block.id]: before, ...others } = frame.memories ?? {}
  if (text === undefined) {
    if (before === undefined) return true
    if (Object.keys(others).length > 0) frame.memories = others
    else delete frame.memories
    size.hasShrunk()
    return true
  }
  if (!size.takesMemory(text, before)) {
    state.tellOnce('full-session', 'The conversation has no room for what was said to this block.', block)
    return false
  }
  frame.memories = { ...others, [block.id]: text }
  return true
}
