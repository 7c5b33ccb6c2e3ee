import type { BlockRuntime } from '@colloquy/engine'
import { formatDate } from '../common/format-date.js'
import { readDate } from '../common/read-date.js'
import { ownExit, showPrefilledInput } from '../common/show-input.js'

/** A time of day, in words or digits. */
export const timeInput: BlockRuntime<'time input'> = {
  type: 'time input',
  kind: 'input',
  inputName: 'time',
  input: (block, context) => showPrefilledInput(block, context),
  parse(block, reply, context) {
    const read = reply?.type === 'text' ? readDate(reply.text, 'month-first', context.now) : undefined
    if (!read) return { kind: 'rejected' }
    const pattern = context.expand(block.options?.format)
    return { kind: 'accepted', content: formatDate(read.start.instant, pattern, 'HH:mm', context) }
  },
  invalidReplyText: 'Please enter a valid time.',
  exits: ownExit,
}
