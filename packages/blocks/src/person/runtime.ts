import { type BlockRuntime, type Outcome, perform, richTextOfMarkdown, textContent } from '@colloquy/engine'
import type { BlockOf } from '@colloquy/flow'
import { blockExits } from '../common/block-exits.js'
import { exitEdge } from '../common/leave-by.js'
import { showInput } from '../common/show-input.js'

/**
 * Hands the conversation over to a person, and waits for its return. Where there is no visitor, it continues as the author chose. Clients show
 * a text input: the visitor may write meanwhile.
 */
export const personRuntime: BlockRuntime<'person'> = {
  type: 'person',
  kind: 'logic',
  *enter(block, context) {
    const { message, note } = block.options ?? {}
    const text = context.expand(message)
    const asked = context.mode === 'live' ? yield* perform({ kind: 'person' }) : undefined
    if (text !== '') {
      const content = textContent(richTextOfMarkdown(text), context.textFormat)
      // With the id of the block, it would be taken for a question that is asked again.
      context.say({ id: `${block.id}-said`, type: 'text', content })
    }
    if (asked?.answer === 'asked') return { kind: 'hand over', note: context.expand(note) }
    context.log('preview', {
      status: 'info',
      description: 'Nobody is asked here: the flow continues as the block says.',
    })
    return asInTests(block)
  },
  input: (block, context) => showInput({ id: block.id, type: 'text input' }, context),
  exits: blockExits,
}

function asInTests(block: BlockOf<'person'>): Outcome {
  const exit = block.options?.testExit ?? 'returned'
  const edgeId = exit === 'returned' ? undefined : exitEdge(block, exit)
  if (edgeId !== undefined) return { kind: 'leave', edgeId }
  return { kind: 'continue' }
}
