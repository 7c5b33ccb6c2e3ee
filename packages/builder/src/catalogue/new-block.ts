import type { Block, BlockType } from '@colloquy/flow'
import { definitionOf } from '@colloquy/flow/blocks'
import { integrationOf } from '@colloquy/flow/integrations'

/** A block of a type with what it needs to be shown: an empty text, an answer to begin with. */
export function newBlock(type: BlockType, newId: () => string): Block {
  const block = { id: newId(), type, ...(definitionOf(type)?.create?.(newId) ?? onlyAction(type)) }
  return block as Block
}

/** Where a service does one thing only, a new block does it. */
function onlyAction(type: BlockType): object {
  const actions = Object.entries(integrationOf(type)?.actions ?? {}).filter(([, action]) => action.run)
  return actions.length === 1 ? { options: { action: actions[0]![0] } } : {}
}
