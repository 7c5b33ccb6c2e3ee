import { readNumber } from '../readers/read-number.js'
import type { AttributeType, AttributeValue } from './index.js'

/** The value of a variable. */
type Stored = string | readonly (string | null)[] | null

/** Maximum number of characters in the key of an attribute: the id of its definition, its name, or that of a field that all contacts have. */
export const maxAttributeKey = 100

/** Maximum number of characters of a text, of characters of an item of a list, and of its items. */
export const attributeLimits = { characters: 2000, itemCharacters: 200, items: 100 }

/** The value of an attribute as a variable has it. */
export function storedOfAttribute(value: AttributeValue): string | string[] {
  if (typeof value === 'string') return value
  return typeof value === 'object' ? [...value] : String(value)
}

/** A value for an attribute, null to clear it, or why its type cannot hold the value. */
export type ReadAttribute = { value: AttributeValue | null } | { problem: string }

/**
 * Reads what a flow writes to an attribute of this type. An empty value clears the attribute. `instantOf` reads a text as the answer of the
 * input that fills the attribute, in milliseconds since 1970 in UTC.
 */
export function readAttribute(
  type: AttributeType,
  stored: Stored,
  instantOf?: (text: string) => number | undefined,
): ReadAttribute {
  if (stored === null || stored === '' || (typeof stored === 'object' && stored.length === 0)) return { value: null }
  if (type === 'list') return readList(stored)
  if (type === 'text') return readText(typeof stored === 'string' ? stored : JSON.stringify(stored))
  const text = typeof stored === 'string' ? stored.trim() : undefined
  const value = text === undefined ? undefined : readers[type](text, instantOf)
  if (value !== undefined) return { value }
  return { problem: `${shown(stored)} is not ${typeNames[type]}` }
}

const typeNames = { number: 'a number', date: 'a date', boolean: 'yes or no' }

const maxShown = 100

function shown(stored: Stored): string {
  const text = JSON.stringify(stored)
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
}

function readText(text: string): ReadAttribute {
  const { characters } = attributeLimits
  if (text.length > characters) return { problem: `the new one has more than ${characters} characters` }
  return { value: text }
}

function readList(stored: string | readonly (string | null)[]): ReadAttribute {
  const { itemCharacters, items: max } = attributeLimits
  const items = (typeof stored === 'string' ? [stored] : stored).filter((item) => item !== null && item !== '')
  if (items.length > max) return { problem: `the new one has more than ${max} items` }
  if (items.some((item) => (item as string).length > itemCharacters))
    return { problem: `an item of the new one has more than ${itemCharacters} characters` }
  return { value: items.length === 0 ? null : (items as string[]) }
}

const readers: Record<
  Exclude<AttributeType, 'text' | 'list'>,
  (text: string, instantOf?: (text: string) => number | undefined) => AttributeValue | undefined
> = {
  number(text) {
    const number = Number(readNumber(text, { hasDecimalPoint: true }) ?? Number.NaN)
    return Number.isFinite(number) && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined
  },
  date: (text, instantOf) => readDay(text) ?? dayOfInstant(text) ?? dayOf(instantOf?.(text)),
  boolean(text) {
    const word = text.toLowerCase()
    return yes.has(word) ? true : no.has(word) ? false : undefined
  },
}

const day = /^\d{4}-\d{2}-\d{2}$/
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/

function readDay(text: string): string | undefined {
  // 31 February would become a day in March.
  return day.test(text) && dayOf(Date.parse(`${text}T00:00:00Z`)) === text ? text : undefined
}

/** The day of a time as it is written, in its own time zone. */
function dayOfInstant(text: string): string | undefined {
  return instant.test(text) ? readDay(text.slice(0, 10)) : undefined
}

function dayOf(milliseconds: number | undefined): string | undefined {
  const date = new Date(milliseconds ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10)
}

/** In the languages of the widget. */
const yes = new Set(['true', 'yes', 'y', '1', 'on', 'ja', 'oui', 'sí', 'si', 'sì', 'sim', 'نعم'])
const no = new Set(['false', 'no', 'n', '0', 'off', 'nein', 'non', 'não', 'nao', 'لا'])
