import fc from 'fast-check'
import type * as z from 'zod'

/** Values of strings, or of anything, under a key; undefined leaves them to the schema. */
export type ValuesOfKey = (key: string) => fc.Arbitrary<unknown> | undefined

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  element?: z.ZodType
  options?: readonly z.ZodType[]
  items?: readonly z.ZodType[]
  entries?: Record<string, string>
  values?: readonly unknown[]
  keyType?: z.ZodType
  valueType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  checks?: readonly { _zod: { def: { check: string; value?: unknown; maximum?: number; format?: string } } }[]
}

/** Values that a schema accepts, generated from the schema itself: new kinds of blocks are covered without changes here. */
export const arbitraryOfSchema = (schema: z.ZodType, valuesOf: ValuesOfKey, key = ''): fc.Arbitrary<unknown> => {
  const def = schema._zod.def as unknown as Def
  const inner = (part: z.ZodType | undefined, innerKey = key) =>
    part === undefined ? fc.constant(undefined) : arbitraryOfSchema(part, valuesOf, innerKey)
  switch (def.type) {
    case 'object':
      return objectOf(def.shape ?? {}, inner)
    case 'optional':
      return fc.oneof({ weight: 3, arbitrary: inner(def.innerType) }, { weight: 1, arbitrary: fc.constant(undefined) })
    case 'nullable':
      return fc.option(inner(def.innerType), { nil: null, freq: 4 })
    case 'array':
      return fc.array(inner(def.element), { maxLength: Math.min(3, maxOf(def)) })
    case 'tuple':
      return fc.tuple(...(def.items ?? []).map((item) => inner(item)))
    case 'record':
      return fc.dictionary(fc.constantFrom('a', 'b', 'c'), inner(def.valueType), { maxKeys: 2 })
    case 'union':
      return fc.oneof(...(def.options ?? []).map((option) => inner(option)))
    case 'pipe':
      return inner(isTransform(def.in) ? def.out : def.in)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}))
    case 'literal':
      return fc.constantFrom(...(def.values ?? []))
    case 'boolean':
      return fc.boolean()
    case 'number':
      return numberOf(def)
    case 'undefined':
      return fc.constant(undefined)
    case 'string':
      return valuesOf(key) ?? fc.constantFrom('', 'a')
    case 'any':
    case 'unknown':
      return valuesOf(key) ?? fc.constantFrom<unknown>('a', 1, true)
    default:
      throw new Error(`Schemas of the kind "${def.type}" are not made into values yet (key "${key}"): add them here.`)
  }
}

const isTransform = (schema: z.ZodType | undefined): boolean =>
  (schema?._zod.def as Def | undefined)?.type === 'transform'

/** Maximum number of entries of an array. */
const maxOf = ({ checks = [] }: Def): number =>
  Math.min(...checks.map(({ _zod: { def } }) => (def.check === 'max_length' ? (def.maximum ?? Infinity) : Infinity)))

const objectOf = (
  shape: Record<string, z.ZodType>,
  inner: (part: z.ZodType, key: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> =>
  fc
    .record(Object.fromEntries(Object.entries(shape).map(([key, part]) => [key, inner(part, key)])))
    .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)))

const numberOf = ({ checks = [] }: Def): fc.Arbitrary<number> => {
  let [min, max] = [-3, 130]
  for (const { _zod } of checks) {
    if (_zod.def.check === 'greater_than') min = Number(_zod.def.value)
    if (_zod.def.check === 'less_than') max = Number(_zod.def.value)
  }
  return fc.oneof(fc.constantFrom(min, max), fc.integer({ min: Math.ceil(min), max: Math.floor(max) }))
}
