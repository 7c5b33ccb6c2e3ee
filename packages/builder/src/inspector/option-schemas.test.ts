import { type BlockType, blockSchemas, type ForgedType, forgedActions, forgedTypes } from '@colloquy/flow'
import { expect, it } from 'vitest'
import { isAnything, isNumberOrText, type JsonSchema, mainSchema, namedValues, variantsOf } from './json-schema.js'
import { optionSchema } from './option-schemas.js'

/** Properties that no control of the form fits. */
function withoutControl(schema: JsonSchema, path: string): string[] {
  const variants = variantsOf(schema)
  if (variants)
    return [undefined, ...variants.values].flatMap((value) => withoutControl(variants.pick(value), `${path}(${value})`))
  return Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
    const property = mainSchema(inner)
    const place = `${path}.${key}`
    if (key === 'id' || namedValues(property).length > 0 || isNumberOrText(property) || isAnything(property)) return []
    if (['boolean', 'number', 'integer', 'string'].includes(property.type as string)) return []
    if (property.properties || variantsOf(property)) return withoutControl(property, place)
    const { items } = property
    if (typeof items !== 'object') return [place]
    return items.type === 'string' ? [] : withoutControl(items, place)
  })
}

it('gives every option of every block a control', () => {
  const actionsOf = (type: string) =>
    (forgedTypes as readonly string[]).includes(type) ? forgedActions(type as ForgedType) : [undefined]
  const missing = (Object.keys(blockSchemas) as BlockType[]).flatMap((type) =>
    actionsOf(type).flatMap((action) => {
      const form = optionSchema(type, action)
      return form && type !== 'text' ? withoutControl(form.schema, `${type}${action ? `/${action}` : ''}`) : []
    }),
  )
  expect(missing).toEqual([])
})
