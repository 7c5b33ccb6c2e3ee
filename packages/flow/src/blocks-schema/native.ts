import * as z from 'zod'
import type { BlockDefinition } from '../blocks/define.js'
import { hasButtons, inputExitsOf } from '../blocks/exits-of-type.js'
import { definitionOf, type NativeBlock, type NativeType, nativeTypes } from '../blocks/registry.js'
import type { Fields, UnionField } from '../fields/fields.js'
import { blockShape, byType, exitShape, inputExitShape, latePressShape, personExitShape } from './block-shape.js'
import { shapeOf, unionOf } from './options-schema.js'

const isUnion = (options: Fields | UnionField): options is UnionField => options.kind === 'union'

const shared = new Map<string, z.ZodType>()

function schemaOf(
  type: string,
  { name, own, content, options, items, exits, sample, optionsName, asksForPerson }: BlockDefinition,
): z.ZodType<never> {
  const exitsOfType = exits && (asksForPerson ? personExitShape : exitShape)
  const shape: Record<string, z.core.$ZodType> = { ...exitsOfType, ...(own && shapeOf(own)) }
  if (content) {
    const schema = z.object(shapeOf(content)).optional()
    shape.content = sample ? schema.meta({ example: sample }) : schema
  }
  if (options) shape.options = optionsSchema(options, optionsName).optional()
  if (items) shape.items = itemsSchema(items.fields, items.fixed)
  if (inputExitsOf(type).length > 0) Object.assign(shape, inputExitShape)
  if (hasButtons(type)) Object.assign(shape, latePressShape)
  const schema: z.ZodType = blockShape(type, shape, name)
  return schema as z.ZodType<never>
}

/** Options with the same name share one schema, which the API reference names once. */
function optionsSchema(options: Fields | UnionField, name: string | undefined): z.ZodType {
  if (isUnion(options)) return unionOf(options)
  if (name === undefined) return z.object(shapeOf(options))
  const schema = shared.get(name) ?? z.object(shapeOf(options)).meta({ id: name })
  shared.set(name, schema)
  return schema
}

function itemsSchema(fields: Fields, fixed: readonly Fields[] | undefined): z.ZodType {
  if (!fixed) return z.array(z.object(shapeOf(fields)))
  return z.tuple(fixed.map((own) => z.object({ ...shapeOf(fields), ...shapeOf(own) })) as [z.ZodObject])
}

/** Schemas of the blocks with their own definition, by type. */
export const nativeSchemas: { readonly [T in NativeType]: z.ZodType<NativeBlock<T>> } = byType(nativeTypes, (type) =>
  schemaOf(type, definitionOf(type) as BlockDefinition),
)
