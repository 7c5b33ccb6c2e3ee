import type { AnyRuntime } from '@colloquy/engine'
import type { BlockDefinition, BlockType } from '@colloquy/flow'
import { blockExits } from '../common/block-exits.js'
import { showPrefilledInput } from '../common/show-input.js'

/** An input whose definition reads its replies. It names the prompt for clients to use, since they do not know the block type. */
export function promptRuntime(type: BlockType, definition: BlockDefinition | undefined): AnyRuntime {
  const { asks = 'text', read, inputName, invalidReplyText } = definition ?? {}
  return {
    type,
    kind: 'input',
    inputName: inputName ?? type.replace(/ input$/, ''),
    ...(invalidReplyText !== undefined && { invalidReplyText }),
    input: (block, context) => ({ ...showPrefilledInput(block, context), prompt: asks }),
    parse(block, reply) {
      const content = reply?.type === 'text' ? read?.(reply.text, optionsOf(block)) : undefined
      return content === undefined ? { kind: 'rejected' } : { kind: 'accepted', content }
    },
    exits: blockExits,
  }
}

const optionsOf = (block: object): Record<string, unknown> =>
  ('options' in block ? (block.options as Record<string, unknown> | undefined) : undefined) ?? {}
