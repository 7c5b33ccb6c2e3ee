import type { Block, BlockType } from '@colloquy/flow'
import { shownBlock, shownIntegration } from '@colloquy/flow/shown'

/** Creates a block of a type with the minimum that it needs to be shown: an empty text, a first answer. */
export function newBlock(type: BlockType, newId: () => string): Block {
  const block = { id: newId(), type, ...(shownBlock(type)?.create?.(newId) ?? onlyAction(type)) }
  return block as Block
}

/** A new block of a service with only one action performs that action. */
function onlyAction(type: BlockType): object {
  const offered = shownIntegration(type)?.offered ?? []
  return offered.length === 1 ? { options: { action: offered[0] } } : {}
}
