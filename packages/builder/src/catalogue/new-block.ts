import type { Block, BlockType } from '@colloquy/flow'
import { shownBlock, shownIntegration } from '@colloquy/flow/shown'

/** A block of a type with what it needs to be shown: an empty text, an answer to begin with. */
export function newBlock(type: BlockType, newId: () => string): Block {
  const block = { id: newId(), type, ...(shownBlock(type)?.create?.(newId) ?? onlyAction(type)) }
  return block as Block
}

/** Where a service does one thing only, a new block does it. */
function onlyAction(type: BlockType): object {
  const offered = shownIntegration(type)?.offered ?? []
  return offered.length === 1 ? { options: { action: offered[0] } } : {}
}
