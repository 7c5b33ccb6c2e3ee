import { ApiError, type ContactCondition as AskedCondition, type Issue } from '@colloquy/api'
import type { AttributeType } from '@colloquy/flow/contacts'
import type { ContactAttribute, ContactCondition, ContactFilter } from '@colloquy/storage'
import { isDay } from './contact-values.js'

export type AskedConditions = readonly AskedCondition[]

interface ContactQuery {
  search?: string | undefined
  filters?: AskedConditions | undefined
}

type Compared = AttributeType | 'lastSeen'

/** Converts conditions of a request. Throws `invalid_request` with an issue for each that cannot be true of any contact. */
export function contactFilter(
  { search, filters = [] }: ContactQuery,
  definitions: readonly ContactAttribute[],
  now: number,
): ContactFilter {
  const issues: Issue[] = []
  const conditions: ContactCondition[] = []
  const seen = { from: Number.NEGATIVE_INFINITY, before: Number.POSITIVE_INFINITY }
  for (const [index, asked] of filters.entries()) {
    const definition = definitions.find(({ name }) => name === asked.attribute)
    const type = asked.attribute === undefined ? typeOfField[asked.field ?? 'tag'] : definition?.type
    const problem =
      type === undefined ? `The contacts have no attribute ${asked.attribute}` : problemOfCondition(type, asked)
    if (problem !== undefined) issues.push({ path: `filters.${index}`, message: problem })
    else if (asked.field === 'lastSeen') {
      const { from, before } = timesOf(asked, now)
      seen.from = Math.max(seen.from, from)
      seen.before = Math.min(seen.before, before)
    } else conditions.push(conditionOf(fieldOf(asked, definition), type as AttributeType, asked))
  }
  if (issues.length > 0) throw new ApiError('invalid_request', { issues })
  return {
    ...(search !== undefined && search.trim() !== '' && { search }),
    conditions,
    ...(seen.from !== Number.NEGATIVE_INFINITY && { seenFrom: seen.from }),
    ...(seen.before !== Number.POSITIVE_INFINITY && { seenBefore: seen.before }),
  }
}

const typeOfField: Readonly<Record<NonNullable<AskedCondition['field']>, Compared>> = {
  tag: 'list',
  channel: 'list',
  language: 'text',
  isBlocked: 'boolean',
  lastSeen: 'lastSeen',
}

function fieldOf({ field }: AskedCondition, definition: ContactAttribute | undefined): string {
  return definition?.id ?? (field === 'isBlocked' ? 'blocked' : (field as string))
}

type Operator = AskedCondition['is']

const takes: Readonly<Record<Compared, readonly Operator[]>> = {
  text: ['equals', 'isNot', 'startsWith', 'isEmpty', 'isNotEmpty'],
  list: ['equals', 'isNot', 'startsWith', 'isEmpty', 'isNotEmpty'],
  number: ['equals', 'isNot', 'greaterThan', 'lessThan', 'isEmpty', 'isNotEmpty'],
  date: ['equals', 'isNot', 'before', 'after', 'isEmpty', 'isNotEmpty'],
  boolean: ['equals', 'isNot', 'isEmpty', 'isNotEmpty'],
  lastSeen: ['before', 'after', 'withinDays', 'notWithinDays'],
}

function problemOfCondition(type: Compared, { is, value }: AskedCondition): string | undefined {
  if (!takes[type].includes(is)) return `${is} does not fit. This takes ${takes[type].join(', ')}`
  if (is === 'isEmpty' || is === 'isNotEmpty') return undefined
  if (is === 'withinDays' || is === 'notWithinDays')
    return typeof value === 'number' && value >= 0 && value <= 36_500 ? undefined : 'Give a number of days as the value'
  if (is === 'before' || is === 'after' || type === 'date')
    return typeof value === 'string' && isDay(value) ? undefined : 'Give a day as the value, such as 2026-03-15'
  if (type === 'number') return typeof value === 'number' ? undefined : 'Give a number as the value'
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'Give true or false as the value'
  return typeof value === 'string' && value.trim() !== '' ? undefined : 'Give a text as the value'
}

const day = 86_400_000

function timesOf({ is, value }: AskedCondition, now: number): { from: number; before: number } {
  const none = { from: Number.NEGATIVE_INFINITY, before: Number.POSITIVE_INFINITY }
  if (is === 'withinDays') return { ...none, from: now - Number(value) * day }
  if (is === 'notWithinDays') return { ...none, before: now - Number(value) * day }
  const at = Date.parse(`${value}T00:00:00Z`)
  return is === 'before' ? { ...none, before: at } : { ...none, from: at + day }
}

function conditionOf(field: string, type: AttributeType, { is, value }: AskedCondition): ContactCondition {
  const text = String(value)
  // Only those who are blocked have an entry.
  if (field === 'blocked') return { field, text: 'true', isNot: (is === 'equals') !== value }
  switch (is) {
    case 'isEmpty':
      return { field, isAny: true, isNot: true }
    case 'isNotEmpty':
      return { field, isAny: true }
    case 'startsWith':
      return { field, prefix: text }
    case 'greaterThan':
      return { field, of: 'numbers', above: Number(value) }
    case 'lessThan':
      return { field, of: 'numbers', below: Number(value) }
    case 'before':
      return { field, of: 'days', before: text }
    case 'after':
      return { field, of: 'days', after: text }
    default: {
      const isNot = is === 'isNot'
      return type === 'number' ? { field, number: Number(value), isNot } : { field, text, isNot }
    }
  }
}
