import type { Block, BlockType } from '@colloquy/flow'

/** A block of a type with what it needs to be shown: an empty text, an answer to begin with. */
export function newBlock(type: BlockType, newId: () => string): Block {
  const block = { id: newId(), type, ...contents(type, newId) }
  return block as Block
}

function contents(type: BlockType, newId: () => string): object {
  switch (type) {
    case 'text':
      return { content: { richText: [{ type: 'p', children: [{ text: '' }] }] } }
    case 'choice input':
      return { items: [{ id: newId(), content: 'First answer' }] }
    case 'picture choice input':
    case 'cards':
      return { items: [{ id: newId(), title: 'First answer' }] }
    case 'Condition':
      return { items: [{ id: newId(), content: { logicalOperator: 'AND', comparisons: [{ id: newId() }] } }] }
    case 'AB test':
      return {
        items: [
          { id: newId(), path: 'a' },
          { id: newId(), path: 'b' },
        ],
      }
    case 'Webhook':
      return { options: { webhook: { method: 'GET' } } }
    default:
      return {}
  }
}
