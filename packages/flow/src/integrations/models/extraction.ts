import { at, jsonOf } from '../read.js'
import type { JsonSchema } from './model-call.js'

/** One value to extract: under `key`, for the variable `name`. */
export interface Property {
  readonly key: string
  readonly name: string
  readonly type: 'string' | 'number' | 'boolean' | 'array' | 'enum'
  readonly variableId: string
  readonly description?: string
  readonly isRequired: boolean
  readonly values?: readonly string[]
}

export interface ExtractedValue {
  readonly property: Property
  /** Undefined where there is none, or a wrong one. */
  readonly value: unknown
  /** What is wrong, in words for the model. */
  readonly fault?: string
}

/** A strict JSON Schema: all keys are required, and what may be missing may be null. */
export const schemaOf = (properties: readonly Property[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(properties.map((property) => [property.key, propertySchema(property)])),
  required: properties.map(({ key }) => key),
  additionalProperties: false,
})

function propertySchema({ name, type, description, isRequired, values = [] }: Property): JsonSchema {
  const plain = type === 'enum' ? 'string' : type
  return {
    title: name,
    ...(description && { description }),
    type: isRequired ? plain : [plain, 'null'],
    ...(type === 'array' && { items: { type: 'string' } }),
    ...(type === 'enum' && { enum: isRequired ? [...values] : [...values, null] }),
  }
}

/** Reads an answer leniently: what stands around the object does not matter, nor does how a number or an enum value is written. */
export function readAnswer(text: string, properties: readonly Property[]): ExtractedValue[] {
  const values = valuesIn(text, properties)
  return properties.map((property): ExtractedValue => {
    const given = values[property.key]
    if (given === undefined || given === null || given === '') {
      return { property, value: undefined, ...(property.isRequired && { fault: `${property.key} is missing` }) }
    }
    const value = typedValue(property, given)
    return value === undefined
      ? { property, value, fault: `${property.key} has to be ${wanted(property)}` }
      : { property, value }
  })
}

export const faultsOf = (values: readonly ExtractedValue[]): string[] => values.flatMap(({ fault }) => fault ?? [])

const wanted = ({ type, values = [] }: Property): string => {
  if (type === 'enum') return `one of ${JSON.stringify(values)}`
  return type === 'array' ? 'a list of strings' : `a ${type}`
}

function typedValue({ type, values = [] }: Property, given: unknown): unknown {
  switch (type) {
    case 'string':
      return typeof given === 'object' ? undefined : String(given)
    case 'number':
      return numberOf(given)
    case 'boolean':
      if (typeof given === 'boolean') return given
      return typeof given === 'string' ? booleans[given.trim().toLowerCase()] : undefined
    case 'array': {
      const isList = Array.isArray(given) && given.every((item) => typeof item !== 'object' || item === null)
      return isList ? given.filter((item) => item !== null).map(String) : undefined
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
  if (typeof given !== 'string' || given.trim() === '') return undefined
  const number = Number(given)
  return Number.isFinite(number) ? number : undefined
}

/**
 * The values in an answer, by the keys of its properties. Fences, words and other braces before or after the object do not matter, nor does
 * an object around it, a list of it, or the names of the variables in the place of their keys.
 */
function valuesIn(text: string, properties: readonly Property[]): Readonly<Record<string, unknown>> {
  const candidates = objectsIn(text)
  for (const key of ['key', 'name'] as const) {
    const keys = properties.map((property) => property[key])
    for (const candidate of candidates) {
      const found = holderOf(candidate, keys)
      if (found)
        return Object.fromEntries(properties.map((property) => [property.key, plain(at(found, property[key]))]))
    }
  }
  return {}
}

/** The object that has one of the keys: the given one, or one in it, at most two levels down. */
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

/** A value that the model put into an object, `{"value": 5}`. */
const plain = (given: unknown): unknown =>
  typeof given === 'object' && given !== null && !Array.isArray(given) && Object.hasOwn(given, 'value')
    ? at(given, 'value')
    : given

/**
 * The JSON in a text: the whole of it, or each object that stands in it. Of one that is cut off, what was complete by then; a list that
 * is cut off is left out. Linear: each letter is looked at once, and parsed at most once more.
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
