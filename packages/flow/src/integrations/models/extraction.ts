import { readNumber } from '../../readers/read-number.js'
import { at, jsonOf } from '../read.js'
import type { JsonSchema } from './model-call.js'

/** Types whose texts are read like those of the inputs with the same name. */
const readTypes = ['date', 'time', 'email', 'phone', 'url'] as const
type ReadType = (typeof readTypes)[number]

/** Types of the items of a list. */
export const itemTypes = ['string', 'number', 'integer', 'boolean', ...readTypes] as const
type ItemType = (typeof itemTypes)[number]

/** One value to extract: under `key`, for the variable `name`. */
export interface Property {
  readonly key: string
  readonly name: string
  readonly type: ItemType | 'array' | 'enum' | 'list' | 'object'
  readonly variableId: string
  readonly description?: string
  readonly isRequired: boolean
  readonly values?: readonly string[]
  readonly examples?: readonly string[]
  /** The minimum and the maximum: of numbers, or of dates such as `2026-01-31`. */
  readonly min?: number | string
  readonly max?: number | string
  /** Type of the items of a list. */
  readonly of?: ItemType
}

/** Reads a text like the input of a type; undefined if the input would ask again. Dates are returned as `2026-01-31`, times as `18:30`. */
export type ReadAs = (type: ReadType, text: string) => string | undefined

export interface ExtractedValue {
  readonly property: Property
  /** Undefined if it is missing or invalid. */
  readonly value: unknown
  /** Description of the error, worded for the model. */
  readonly fault?: string
}

/** A strict JSON Schema: all keys are required, and optional values may be null. */
export const schemaOf = (properties: readonly Property[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(properties.map((property) => [property.key, propertySchema(property)])),
  required: properties.map(({ key }) => key),
  additionalProperties: false,
})

function propertySchema(property: Property): JsonSchema {
  const { name, type, isRequired, of = 'string', values = [] } = property
  const description = describe(property)
  const plain = jsonTypes[type]
  return {
    title: name,
    ...(description && { description }),
    type: isRequired ? plain : [plain, 'null'],
    ...(plain === 'array' && { items: { type: type === 'list' ? jsonTypes[of] : 'string' } }),
    ...(type === 'enum' && { enum: isRequired ? [...values] : [...values, null] }),
  }
}

const jsonTypes: Readonly<Record<Property['type'], 'string' | 'number' | 'integer' | 'boolean' | 'array'>> = {
  string: 'string',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  date: 'string',
  time: 'string',
  email: 'string',
  phone: 'string',
  url: 'string',
  enum: 'string',
  object: 'string',
  array: 'array',
  list: 'array',
}

/** In words, since some services reject schemas with formats, ranges or examples. */
function describe(property: Property): string | undefined {
  const { type, description, examples = [], of } = property
  const isPlain = type === 'list' ? !isRead(of) : !(isRead(type) || type === 'object')
  const range = rangeOf(property)
  const parts = [
    description,
    isPlain ? undefined : `It has to be ${wanted(property)}.`,
    range && `It has to be ${range}.`,
    examples.length > 0 ? `Examples: ${examples.map((example) => JSON.stringify(example)).join(', ')}` : undefined,
  ]
  return parts.filter(Boolean).join(' ') || undefined
}

const isRead = (type: string | undefined): type is ReadType =>
  (readTypes as readonly (string | undefined)[]).includes(type)

/** Reads an answer leniently: text around the object and the notation of numbers or enum values do not matter. */
export function readAnswer(text: string, properties: readonly Property[], readAs: ReadAs): ExtractedValue[] {
  const values = valuesIn(text, properties)
  return properties.map((property): ExtractedValue => {
    const { key, isRequired } = property
    const given = values[key]
    if (given === undefined || given === null || given === '')
      return { property, value: undefined, ...(isRequired && { fault: `${key} is missing` }) }
    const value = typedValue(property, given, readAs)
    if (value === undefined) return { property, value, fault: `${key} has to be ${wanted(property)}` }
    if (!isInRange(property, value))
      return { property, value: undefined, fault: `${key} has to be ${rangeOf(property)}` }
    return { property, value }
  })
}

/** A bound that is not a number or a date is ignored. */
function boundsOf({ type, min, max }: Property): { min: number | undefined; max: number | undefined } {
  const numberFor = (bound: number | string | undefined) => {
    if (type !== 'date') return numberOf(bound)
    const day = typeof bound === 'string' ? Date.parse(bound) : Number.NaN
    return Number.isNaN(day) ? undefined : day
  }
  return { min: numberFor(min), max: numberFor(max) }
}

function isInRange(property: Property, value: unknown): boolean {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = boundsOf(property)
  const number = property.type === 'date' ? Date.parse(String(value)) : value
  return typeof number !== 'number' || (number >= min && number <= max)
}

function rangeOf(property: Property): string | undefined {
  const { min, max } = boundsOf(property)
  const [lowerText, upperText] = property.type === 'date' ? ['on or after', 'on or before'] : ['at least', 'at most']
  const parts = [
    ...(min === undefined ? [] : [`${lowerText} ${property.min}`]),
    ...(max === undefined ? [] : [`${upperText} ${property.max}`]),
  ]
  return parts.length > 0 ? parts.join(' and ') : undefined
}

export const faultsOf = (values: readonly ExtractedValue[]): string[] => values.flatMap(({ fault }) => fault ?? [])

const wanted = ({ type, of = 'string', values = [] }: Pick<Property, 'type' | 'of' | 'values'>): string => {
  if (type === 'enum') return `one of ${JSON.stringify(values)}`
  if (type === 'list') return `a list, each item ${wanted({ type: of })}`
  return words[type]
}

const words: Readonly<Record<Exclude<Property['type'], 'enum' | 'list'>, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'a boolean',
  array: 'a list of strings',
  date: 'a day as YYYY-MM-DD',
  time: 'a time of day as HH:MM',
  email: 'an email address',
  phone: 'a phone number with its country code, as +33612345678',
  url: 'a web address',
  object: 'the JSON text of an object',
}

function typedValue(
  { type, of = 'string', values = [] }: Pick<Property, 'type' | 'of' | 'values'>,
  given: unknown,
  readAs: ReadAs,
): unknown {
  switch (type) {
    case 'string':
      return typeof given === 'object' ? undefined : String(given)
    case 'number':
      return numberOf(given)
    case 'integer': {
      const number = numberOf(given)
      return Number.isSafeInteger(number) ? number : undefined
    }
    case 'boolean':
      if (typeof given === 'boolean') return given
      return typeof given === 'string' ? booleans[given.trim().toLowerCase()] : undefined
    case 'date':
    case 'time':
    case 'email':
    case 'phone':
    case 'url':
      return typeof given === 'string' ? readAs(type, given.trim()) : undefined
    case 'array': {
      const isList = Array.isArray(given) && given.every((item) => typeof item !== 'object' || item === null)
      return isList ? given.filter((item) => item !== null).map(String) : undefined
    }
    case 'list': {
      const list = typeof given === 'string' ? jsonOf(given) : given
      if (!Array.isArray(list)) return undefined
      const items = list
        .filter((item) => item !== null && item !== '')
        .map((item) => typedValue({ type: of }, item, readAs))
      return items.includes(undefined) ? undefined : items
    }
    case 'object': {
      const object = typeof given === 'string' ? jsonOf(given) : given
      return typeof object === 'object' && object !== null && !Array.isArray(object)
        ? JSON.stringify(object)
        : undefined
    }
    case 'enum': {
      const text = String(given).trim()
      return (
        values.find((value) => value === text) ?? values.find((value) => value.toLowerCase() === text.toLowerCase())
      )
    }
  }
}

const booleans: Readonly<Record<string, boolean>> = { true: true, false: false, yes: true, no: false }

function numberOf(given: unknown): number | undefined {
  if (typeof given === 'number') return Number.isFinite(given) ? given : undefined
  if (typeof given !== 'string') return undefined
  const plain = readNumber(given, { hasDecimalPoint: true })
  return plain === undefined ? undefined : Number(plain)
}

/**
 * The values in an answer, by the keys of its properties. Ignores code fences, words and other braces around the object; the object may
 * also be nested, in a list, or use the names of the variables instead of their keys.
 */
function valuesIn(text: string, properties: readonly Property[]): Readonly<Record<string, unknown>> {
  const candidates = objectsIn(text)
  for (const key of ['key', 'name'] as const) {
    const keys = properties.map((property) => property[key])
    for (const candidate of candidates) {
      const found = holderOf(candidate, keys)
      if (found)
        return Object.fromEntries(
          properties.map((property) => [property.key, plain(property, at(found, property[key]))]),
        )
    }
  }
  return {}
}

/** The object that has one of the keys: the given one, or one nested at most two levels deep. */
function holderOf(given: unknown, keys: readonly string[], levels = 2): object | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  if (!Array.isArray(given) && keys.some((key) => Object.hasOwn(given, key))) return given
  if (levels === 0) return undefined
  for (const inner of Object.values(given)) {
    const found = holderOf(inner, keys, levels - 1)
    if (found) return found
  }
  return undefined
}

/** A value that the model wrapped in an object, `{"value": 5}`. */
const plain = ({ type }: Property, given: unknown): unknown =>
  type !== 'object' &&
  typeof given === 'object' &&
  given !== null &&
  !Array.isArray(given) &&
  Object.hasOwn(given, 'value')
    ? at(given, 'value')
    : given

/**
 * The JSON in a text: all of it, or each object within it. Of a truncated object, the complete part is used; a truncated list is dropped.
 * Linear: each character is scanned once, and parsed at most once more.
 */
function objectsIn(text: string): unknown[] {
  const whole = jsonOf(text)
  if (typeof whole === 'object') return [whole]
  const found: unknown[] = []
  let start = 0
  const open: ('{' | '[')[] = []
  let lists = 0
  let isString = false
  let complete = { end: 0, depth: 0 }
  for (let index = 0; index < text.length; index++) {
    const letter = text[index]
    if (isString) {
      if (letter === '\\') index++
      else if (letter === '"') isString = false
    } else if (letter === '{') {
      if (open.length === 0) start = index
      open.push(letter)
    } else if (open.length === 0) {
      // Words around the objects.
    } else if (letter === '"') isString = true
    else if (letter === '[') {
      open.push(letter)
      lists++
    } else if (letter === ',' && lists === 0) complete = { end: index, depth: open.length }
    else if (letter === '}' || letter === ']') {
      if (open.pop() === '[') lists--
      if (open.length === 0) {
        found.push(jsonOf(text.slice(start, index + 1)))
        lists = 0
      } else if (lists === 0) complete = { end: index + 1, depth: open.length }
    }
  }
  if (open.length > 0 && complete.end > start) {
    found.push(jsonOf(text.slice(start, complete.end) + '}'.repeat(complete.depth)))
  }
  return found
}
