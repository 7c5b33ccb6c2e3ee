import { descriptionOf, isExtension } from '@colloquy/flow'
import type * as z from 'zod'
import { isObject, type Json } from './typebot-names.js'

/** Positions of Colloquy's own fields in values of a shape; Typebot clients do not know these fields. */
interface Extensions {
  /** Fields to omit. */
  readonly dropped: string[]
  /** Fields with extensions inside. */
  readonly inside: Map<string, Extensions>
  /** Extensions of the items of a list. */
  items?: Extensions
  /** Extensions of each variant, with the values that identify it. */
  readonly variants: { readonly values: ReadonlyMap<string, ReadonlySet<unknown>>; readonly extensions: Extensions }[]
}

const known = new WeakMap<z.core.$ZodType, Extensions>()

/** Removes Colloquy's extensions from a response of a shape, in place. The schemas mark them. */
export function removeExtensions(shape: z.core.$ZodType, response: unknown): void {
  remove(extensionsOf(shape), response)
}

function remove({ dropped, inside, items, variants }: Extensions, value: unknown): void {
  if (Array.isArray(value)) {
    if (items) for (const item of value) remove(items, item)
    return
  }
  if (!isObject(value)) return
  for (const field of dropped) delete value[field]
  for (const [field, extensions] of inside) remove(extensions, value[field])
  for (const { values, extensions } of variants) if (isOf(values, value)) remove(extensions, value)
}

const isOf = (values: ReadonlyMap<string, ReadonlySet<unknown>>, value: Json): boolean =>
  [...values].every(([field, allowed]) => allowed.has(value[field]))

function extensionsOf(schema: z.core.$ZodType): Extensions {
  const before = known.get(schema)
  if (before) return before
  const found: Extensions = { dropped: [], inside: new Map(), variants: [] }
  known.set(schema, found)
  const described = descriptionOf(schema)
  if (described) return Object.assign(found, extensionsOf(described))
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      for (const [name, field] of Object.entries(def.shape)) {
        if (isExtension(field)) found.dropped.push(name)
        else found.inside.set(name, extensionsOf(field))
      }
      break
    case 'array':
      found.items = extensionsOf(def.element)
      break
    case 'optional':
    case 'nullable':
    case 'default':
      return Object.assign(found, extensionsOf(def.innerType))
    case 'pipe':
      return Object.assign(found, extensionsOf(def.out))
    case 'union':
      for (const option of def.options) {
        const values = new Map(Object.entries(option._zod.propValues ?? {}))
        found.variants.push({ values, extensions: extensionsOf(option) })
      }
  }
  return found
}
