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

/** Reads an answer leniently: fences and words around the object do not matter, nor does how a number or an enum value is written. */
export function readAnswer(text: string, properties: readonly Property[]): ExtractedValue[] {
  const object = objectIn(text)
  return properties.map((property): ExtractedValue => {
    const given = at(object, property.key)
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
  if (typeof given === 'number') return given
  if (typeof given !== 'string' || given.trim() === '') return undefined
  const number = Number(given)
  return Number.isFinite(number) ? number : undefined
}

/** The first JSON object in a text. Linear: each letter is looked at once, and one place is parsed. */
function objectIn(text: string): unknown {
  const whole = jsonOf(text)
  if (typeof whole === 'object') return whole
  const start = text.indexOf('{')
  let depth = 0
  let isString = false
  for (let index = start; index >= 0 && index < text.length; index++) {
    const letter = text[index]
    if (isString) {
      if (letter === '\\') index++
      else if (letter === '"') isString = false
    } else if (letter === '"') isString = true
    else if (letter === '{') depth++
    else if (letter === '}' && --depth === 0) return jsonOf(text.slice(start, index + 1))
  }
  return undefined
}
