import { settingsSchema, themeSchema } from '@colloquy/flow'
import { expect, it } from 'vitest'
import * as z from 'zod'
import german from '../i18n/catalogues/de.json' with { type: 'json' }
import { labelOf, labels } from './words.js'

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

const keysIn = ({ properties = {}, items, anyOf = [], oneOf = [] }: JsonSchema): string[] => [
  ...Object.entries(properties).flatMap(([key, property]) => [key, ...keysIn(property)]),
  ...[...(items ? [items] : []), ...anyOf, ...oneOf].flatMap(keysIn),
]

const describe = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: z.registry() }) as JsonSchema

/** The same in every language. */
const names = ['IBAN', 'SVG']

it('calls every option of themes and settings something that is translated', () => {
  const keys = [themeSchema, settingsSchema].flatMap((schema) => keysIn(describe(schema)))
  expect(keys.length).toBeGreaterThan(80)
  const lacking = keys.filter((key) => {
    const label = labelOf(key)
    const isMessage = Object.hasOwn(labels, key) && Object.hasOwn(german.builder, label)
    return !isMessage && !Object.hasOwn(german.definitions, label) && !names.includes(label)
  })
  expect([...new Set(lacking)]).toEqual([])
})

it('calls colours by what they colour', () => {
  expect(labelOf('color', 'progressBar')).toBe('Bar colour')
  expect(labelOf('color', 'border')).toBe('Border colour')
  expect(labelOf('color', 'hostBubbles')).toBe('Text colour')
})
