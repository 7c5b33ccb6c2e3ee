import type { BlockRuntime } from '@colloquy/engine'
import { ownExit, showPrefilledInput } from '../common/show-input.js'

/** Any text, or a recording. */
export const textInput: BlockRuntime<'text input'> = {
  type: 'text input',
  kind: 'input',
  inputName: 'text',
  input: (block, context) => showPrefilledInput(block, context),
  parse(_block, reply) {
    if (!reply) return { kind: 'rejected' }
    return { kind: 'accepted', content: reply.type === 'audio' ? reply.url : reply.text }
  },
  exits: ownExit,
}
