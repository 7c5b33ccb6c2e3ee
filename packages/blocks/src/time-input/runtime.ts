import type { BlockRuntime } from '@colloquy/engine'
import { formatDate, instantOf } from '../common/format-date.js'
import { readDate } from '../common/read-date.js'
import { ownExit, showPrefilledInput } from '../common/show-input.js'

const fallback = 'HH:mm'

/** A time of day, in words or digits. */
export const timeInput: BlockRuntime<'time input'> = {
  type: 'time input',
  kind: 'input',
  inputName: 'time',
  input: (block, context) => showPrefilledInput(block, context),
  parse(block, reply, context) {
    const read = reply?.type === 'text' ? readDate(reply.text, 'month-first', context.now) : undefined
    if (!read?.start.hasTime || read.end) return { kind: 'rejected' }
    const pattern = context.expand(block.options?.format)
    return { kind: 'accepted', content: formatDate(read.start.instant, pattern, fallback, context) }
  },
  measure({ options }, answer, { expand, now }) {
    const read = readDate(answer, 'month-first', now)?.start
    const instant = instantOf(answer, [expand(options?.format), fallback]) ?? (read?.hasTime ? read.instant : undefined)
    return instant === undefined ? undefined : instant % 86_400_000
  },
  invalidReplyText: 'Please enter a valid time.',
  exits: ownExit,
}
