import type { BlockContext } from '@colloquy/engine'
import { fillAddress } from '@colloquy/flow'
import { type Field, type Fields, isOffered, type OptionsOf } from '@colloquy/flow/integrations'
import { readNumber } from '@colloquy/flow/readers'

type Loose = Record<string, unknown>

/** Options as an action receives them, or the labels of required options that are empty. */
export type ReadOptions = { options: OptionsOf<Fields> } | { missing: string[] }

/**
 * Expands options once, by the kinds of their fields: values of variables are data and are never expanded again. Empty texts then count as
 * absent, defaults replace absent values, and rows that lack a required value are dropped.
 */
export function readOptions(fields: Fields, given: Readonly<Loose>, context: BlockContext): ReadOptions {
  const options: Loose = {}
  const missing: string[] = []
  for (const [name, field] of Object.entries(fields)) {
    const value = read(field, given[name], context) ?? ('default' in field ? field.default : undefined)
    if (value !== undefined) options[name] = value
    else if (field.isRequired && isOffered(field, given)) missing.push(field.label)
  }
  return missing.length > 0 ? { missing } : { options: options as OptionsOf<Fields> }
}

function read(field: Field, value: unknown, context: BlockContext): unknown {
  switch (field.kind) {
    case 'text': {
      const text = field.position === 'address' ? readAddress(value, context) : readText(value, context)
      return text !== undefined && text !== value && field.whenFilledIn ? field.whenFilledIn(text) : text
    }
    case 'list':
      return readText(value, context)
    case 'variable':
    case 'reference':
    case 'code':
    case 'choice':
      return typeof value === 'string' && value !== '' ? value : undefined
    case 'switch':
      return typeof value === 'boolean' ? value : undefined
    case 'number':
      return numberOption(field.label, value, context)
    case 'texts':
      return someOf(Array.isArray(value) ? value.map((it) => context.expand(String(it))).filter((it) => it !== '') : [])
    case 'rows':
      return someOf(Array.isArray(value) ? value.flatMap((row) => readRow(field.fields, row, context)) : [])
    case 'group':
      return isObject(value) ? readRow(field.fields, value, context)[0] : undefined
    case 'variants': {
      const readOne = (one: unknown): Loose[] => {
        const name = isObject(one) ? one[field.key] : undefined
        const fields =
          typeof name === 'string' && Object.hasOwn(field.variants, name) ? field.variants[name] : undefined
        return fields ? readRow(fields, one, context).map((row) => ({ [field.key]: name, ...row })) : []
      }
      return field.isList ? someOf(Array.isArray(value) ? value.flatMap(readOne) : []) : readOne(value)[0]
    }
  }
}

const readText = (value: unknown, context: BlockContext): string | undefined =>
  typeof value === 'string' ? context.expand(value) || undefined : undefined

const readAddress = (value: unknown, context: BlockContext): string | undefined =>
  typeof value === 'string' ? fillAddress(context.pieces(value)) || undefined : undefined

const someOf = <T>(found: T[]): T[] | undefined => (found.length > 0 ? found : undefined)

/** One row, or none if it lacks a required value. */
function readRow(fields: Fields, row: unknown, context: BlockContext): Loose[] {
  const found = isObject(row) ? readOptions(fields, row, context) : { missing: [] }
  return 'options' in found ? [found.options] : []
}

/** A placeholder may stand for a number; a value that is not a number counts as absent, and is logged. */
export function numberOption(label: string, value: unknown, context: BlockContext): number | undefined {
  if (typeof value === 'number') return value
  const text = typeof value === 'string' ? context.expand(value).trim() : ''
  if (text === '') return undefined
  const plain = readNumber(text, { hasDecimalPoint: true })
  if (plain !== undefined) return Number(plain)
  context.log('invalid-number', {
    status: 'error',
    description: `${label} is not a number and was left out`,
    isPrivate: true,
  })
  return undefined
}

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
