import type { BlockContext, BlockRuntime } from '@colloquy/engine'
import { datePattern, isDayFirst } from '@colloquy/flow/readers'
import { formatDate, instantOf } from '../common/format-date.js'
import { type ReadDate, type ReadSpan, readDate } from '../common/read-date.js'
import { ownExit, showPrefilledInput } from '../common/show-input.js'
import { isAfter, isBefore, normalizeBound, readBound } from './date-bound.js'

interface DateOptions {
  hasTime?: boolean
  isRange?: boolean
  format?: string
  min?: string
  max?: string
  labels?: { separator?: string }
}

/** A day, a day with a time, or a range of either. */
export const dateInput: BlockRuntime<'date input'> = {
  type: 'date input',
  kind: 'input',
  inputName: 'date',
  input: (block, context) => showPrefilledInput(block, context, shownOptions(block.options, context)),
  parse(block, reply, context) {
    const options: DateOptions = shownOptions(block.options, context) ?? {}
    const dates = reply?.type === 'text' ? datesIn(reply.text, options, context.now) : undefined
    if (!dates) return { kind: 'rejected' }
    const min = readBound(options.min, options.hasTime)
    const max = readBound(options.max, options.hasTime)
    if (dates.some((date) => isBefore(date, min) || isAfter(date, max))) return { kind: 'rejected' }
    const content = dates
      .map((date) => formatDate(date.instant, options.format, fallbackOf(options), context))
      .join(` ${separatorOf(options)} `)
    return { kind: 'accepted', content }
  },
  measure(block, answer, { expand, now }) {
    const options: DateOptions = { ...block.options, format: expand(block.options?.format) }
    const [start = ''] = options.isRange ? answer.split(` ${expand(separatorOf(options))} `) : [answer]
    const instant =
      instantOf(start, [options.format, fallbackOf(options)]) ?? readDate(start, orderOf(options), now)?.start.instant
    return instant === undefined || options.hasTime ? instant : Math.floor(instant / dayLength) * dayLength
  },
  invalidReplyText: 'Please enter a valid date.',
  exits: ownExit,
}

const dayLength = 86_400_000

const fallbackOf = ({ hasTime }: DateOptions) => (hasTime ? 'dd/MM/yyyy HH:mm' : 'dd/MM/yyyy')
const separatorOf = ({ labels }: DateOptions) => labels?.separator || 'to'

function orderOf(options: DateOptions): 'day-first' | 'month-first' {
  return isDayFirst(datePattern(options.format || fallbackOf(options))) ? 'day-first' : 'month-first'
}

/** The date of a reply, or both dates of a range from the earlier to the later one; undefined if it has fewer, more or others. */
function datesIn(text: string, options: DateOptions, now: number): ReadDate[] | undefined {
  const { start, end } = spanIn(text, options, now) ?? {}
  if (!start || (end !== undefined) !== (options.isRange === true)) return undefined
  if (!end) return [start]
  return end.instant < start.instant ? undefined : [start, end]
}

/** Reads a range also if only the author's separator joins its dates. The parser swaps dates in the wrong order: such a range is not read. */
function spanIn(text: string, options: DateOptions, now: number): ReadSpan | undefined {
  const read = (part: string) => readDate(part, orderOf(options), now)
  const found = read(text)
  if (!options.isRange) return found
  const parts = [separatorOf(options), 'to'].map((separator) => text.split(` ${separator} `))
  const [start, end] = parts.find(({ length }) => length === 2)?.map(read) ?? []
  if (found) return start && start.start.instant === found.end?.instant ? sameDay(found) : found
  return start && end && !start.end && !end.end ? { start: start.start, end: end.start } : undefined
}

const sameDay = (span: ReadSpan) => (span.start.instant === span.end?.instant ? span : undefined)

/** Options with their variables expanded, and limits in the format of browsers' date pickers. */
function shownOptions<T extends DateOptions>(options: T | undefined, context: BlockContext): T | undefined {
  if (!options) return undefined
  const { min, max, ...rest } = context.expandDeep(options)
  const shown = (bound: string) =>
    normalizeBound(bound, options.hasTime, (text) => readDate(text, orderOf(rest), context.now))
  return { ...rest, ...(min !== undefined && { min: shown(min) }), ...(max !== undefined && { max: shown(max) }) } as T
}
