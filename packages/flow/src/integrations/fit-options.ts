import type { Field, Fields } from '../fields/fields.js'
import { unionFields } from '../fields/union-fields.js'
import { isObject, type Json } from '../json.js'
import type { GivenOptions } from './successor.js'

export interface FittedOptions {
  readonly options: Json
  /** Choices and kinds of rows that the fields do not have; their rows are dropped. */
  readonly lost: readonly string[]
  /** Labels of the options whose value is of another kind; they are dropped. */
  readonly misfits: readonly string[]
}

/** Reduces options to what the fields support, as their schema reads it. */
export function fitOptions(fields: Fields, given: GivenOptions): FittedOptions {
  const options: Json = {}
  const lost = new Set<string>()
  const misfits: string[] = []
  for (const [name, field] of Object.entries(fields)) {
    if (given[name] === undefined) continue
    try {
      options[name] = fit(field, given[name], lost)
    } catch (problem) {
      if (problem !== misfit) throw problem
      misfits.push(field.label)
    }
  }
  return { options, lost: [...lost], misfits }
}

const misfit = new Error('of another kind')

function fit(field: Field, value: unknown, lost: Set<string>): unknown {
  switch (field.kind) {
    case 'text':
      return value === null && field.isNullable ? value : textOf(value, field.pattern?.source)
    case 'list':
    case 'variable':
    case 'code':
    case 'reference':
    case 'id':
    case 'edge':
    case 'sample':
      return textOf(value)
    case 'literal':
      return only(value === field.value, value)
    case 'number':
      return only(typeof value === 'number' || (typeof value === 'string' && !field.isStrict), value)
    case 'switch':
      return only(typeof value === 'boolean', value)
    case 'choice':
      return only(isChoice(field, value), value)
    case 'texts':
      return listOf(value).map((one) => textOf(one))
    case 'tree':
      return listOf(value)
    case 'any':
      return value
    case 'condition':
    case 'display condition':
      return objectOf(value)
    case 'group':
      return fitObject(field.fields, value, lost)
    case 'union':
      return fitObject(unionFields(field, objectOf(value)), value, lost)
    case 'rows': {
      const fieldsOf = (row: Json) => (field.union ? unionFields(field.union, row) : field.fields)
      return listOf(value).flatMap((row) => fitRow(fieldsOf(objectOf(row)), objectOf(row), lost))
    }
    case 'variants': {
      const { key, variants, fallback } = field
      const fitOne = (one: Json) => fitVariant({ key, variants, fallback }, one, lost)
      return field.isList ? listOf(value).flatMap((one) => fitOne(objectOf(one)) ?? []) : fitOne(objectOf(value))
    }
  }
}

const only = (isFit: boolean, value: unknown): unknown => {
  if (!isFit) throw misfit
  return value
}

const textOf = (value: unknown, pattern = ''): unknown =>
  only(typeof value === 'string' && new RegExp(pattern).test(value), value)

const listOf = (value: unknown): unknown[] => only(Array.isArray(value), value) as unknown[]

const objectOf = (value: unknown): Json => only(isObject(value), value) as Json

const fitObject = (fields: Fields, value: unknown, lost: Set<string>): Json => {
  const given = objectOf(value)
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      given[name] === undefined ? [] : [[name, fit(field, given[name], lost)]],
    ),
  )
}

const isChoice = ({ values, kept = [] }: Field & { kind: 'choice' }, value: unknown): boolean =>
  [...values, ...kept].includes(value as string)

/** The row, or none if it contains a choice that is not available here. */
function fitRow(fields: Fields, row: Json, lost: Set<string>): Json[] {
  const unknown = Object.entries(fields).flatMap(([name, field]) => {
    const value = row[name]
    return field.kind === 'choice' && typeof value === 'string' && !isChoice(field, value) ? [value] : []
  })
  for (const value of unknown) lost.add(value)
  return unknown.length > 0 ? [] : [fitObject(fields, row, lost)]
}

/** Undefined if the variant does not exist here. */
function fitVariant(
  {
    key,
    variants,
    fallback,
  }: { key: string; variants: Readonly<Record<string, Fields>>; fallback?: string | undefined },
  one: Json,
  lost: Set<string>,
): Json | undefined {
  const name = one[key] ?? fallback
  if (name === undefined) return {}
  const fields = Object.hasOwn(variants, String(name)) ? variants[String(name)] : undefined
  if (fields) return { [key]: name, ...fitObject(fields, one, lost) }
  lost.add(String(name))
  return undefined
}
