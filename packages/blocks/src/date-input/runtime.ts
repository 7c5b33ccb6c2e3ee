import type { BlockContext, BlockRuntime } from '@colloquy/engine'
import { formatDate } from '../common/format-date.js'
import { readDate } from '../common/read-date.js'
import { ownExit, showPrefilledInput } from '../common/show-input.js'
import { isAfter, isBefore, normalizeBound, readBound } from './date-bound.js'

/** A day, a day with a time, or a range of either. */
export const dateInput: BlockRuntime<'date input'> = {
  type: 'date input',
  kind: 'input',
  inputName: 'date',
  input: (block, context) => showPrefilledInput(block, context, shownOptions(block.options, context)),
  parse(block, reply, context) {
    const options = shownOptions(block.options, context)
    const fallback = options?.hasTime ? 'dd/MM/yyyy HH:mm' : 'dd/MM/yyyy'
    const order = (options?.format || fallback).startsWith('dd') ? 'day-first' : 'month-first'
    const read = reply?.type === 'text' ? readDate(reply.text, order, context.now) : undefined
    if (!read || (options?.isRange && !read.end)) return { kind: 'rejected' }

    const dates = read.end ? [read.start, read.end] : [read.start]
    const min = readBound(options?.min, options?.hasTime)
    const max = readBound(options?.max, options?.hasTime)
    if (dates.some((date) => isBefore(date, min) || isAfter(date, max))) return { kind: 'rejected' }

    const answered = options?.isRange ? dates : [read.start]
    const separator = options?.labels?.separator || 'to'
    const content = answered
      .map((date) => formatDate(date.instant, options?.format, fallback, context))
      .join(` ${separator} `)
    return { kind: 'accepted', content }
  },
  invalidReplyText: 'Please enter a valid date.',
  exits: ownExit,
}

/** Options with their variables expanded, and limits in the format of browsers' date pickers. */
function shownOptions<T extends { hasTime?: boolean; min?: string; max?: string }>(
  options: T | undefined,
  context: BlockContext,
): T | undefined {
  if (!options) return undefined
  const { min, max, ...rest } = context.expandDeep(options)
  return {
    ...rest,
    ...(min !== undefined && { min: normalizeBound(min, options.hasTime) }),
    ...(max !== undefined && { max: normalizeBound(max, options.hasTime) }),
  } as T
}
