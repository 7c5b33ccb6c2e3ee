import { expect, it } from 'vitest'
import {
  isAnything,
  isNumberOrText,
  type JsonSchema,
  mainSchema,
  namedValues,
  variantsOf,
} from '../catalogue/json-schema.js'
import { settingsJsonSchema, themeJsonSchema } from './appearance-schemas.js'

/** Properties that no control of the form fits. */
function withoutControl(schema: JsonSchema, path: string): string[] {
  const variants = variantsOf(schema)
  if (variants)
    return [undefined, ...variants.values].flatMap((value) => withoutControl(variants.pick(value), `${path}(${value})`))
  return Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
    const property = mainSchema(inner)
    const location = `${path}.${key}`
    if (key === 'id' || namedValues(property).length > 0 || isNumberOrText(property) || isAnything(property)) return []
    if (['boolean', 'number', 'integer', 'string'].includes(property.type as string)) return []
    if (property.properties || variantsOf(property)) return withoutControl(property, location)
    const { items } = property
    if (typeof items !== 'object') return [location]
    return items.type === 'string' ? [] : withoutControl(items, location)
  })
}

it('gives every option of the theme and the settings a control; the font has one that is made by hand, and channels a page', () => {
  expect(withoutControl(themeJsonSchema(), 'theme')).toEqual(['theme.general.font'])
  expect(withoutControl(settingsJsonSchema(), 'settings')).toEqual(['settings.channels'])
})
