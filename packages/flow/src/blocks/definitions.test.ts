import { expect, test } from 'vitest'
import { blockSchemas } from '../blocks-schema/block.js'
import type { Field, Fields } from '../fields/fields.js'
import { isUnion } from '../fields/union-fields.js'
import { lintFlow } from '../lint/lint-flow.js'
import { smallFlow } from '../testing/small-flow.js'
import { withoutSecrets } from '../without-secrets.js'
import type { BlockDefinition } from './define.js'
import { definitions } from './registry.js'

const cases = definitions.map((definition) => [definition.type, definition] as const)

/** A text for each field that accepts one, which names its location. */
const planted = (field: Field, path: string): unknown => {
  switch (field.kind) {
    case 'number':
      return field.isStrict ? (field.min ?? 1) : '{{Planted}}'
    case 'switch':
      return false
    case 'choice':
      return field.values[0]
    case 'literal':
      return field.value
    case 'id':
    case 'edge':
    case 'variable':
      return path
    case 'texts':
      return [`secret ${path}`]
    case 'tree':
      return [{ type: 'p', children: [{ text: 'Hi' }] }]
    case 'condition':
    case 'display condition':
      return {}
    case 'group':
      return plantedIn(field.fields, path)
    case 'rows':
      return field.union ? [] : [plantedIn(field.fields, path)]
    case 'union':
    case 'variants':
      return undefined
    default:
      return `secret ${path}`
  }
}

const plantedIn = (fields: Fields, path: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, planted(field, `${path}.${name}`)]))

const itemsOf = ({ items }: BlockDefinition): object[] | undefined => {
  if (!items) return undefined
  const shapes = items.fixed ?? [{}]
  return shapes.map((own, index) => ({ ...plantedIn({ ...items.fields, ...own }, `item${index}`) }))
}

const blockOf = (definition: BlockDefinition): Record<string, unknown> => {
  const { type, content, options } = definition
  const items = itemsOf(definition)
  const locale = type === 'number input' ? { locale: 'en' } : {}
  return {
    id: 'b',
    type,
    ...(content && { content: plantedIn(content, 'content') }),
    ...(options && { options: { ...plantedIn(isUnion(options) ? options.base : options, 'options'), ...locale } }),
    ...(items && { items }),
  }
}

test.each(cases)('a %s block that has every field fits the schema made from its fields', (type, definition) => {
  const schema = blockSchemas[type as keyof typeof blockSchemas]
  expect(schema.safeParse(blockOf(definition)).error?.issues).toBeUndefined()
})

test.each(cases)('a new %s block fits its schema', (type, definition) => {
  let count = 0
  const block = { id: 'b', type, ...definition.create?.(() => `id${count++}`) }
  const items = definition.items && !definition.create ? { items: [] } : {}
  expect(blockSchemas[type as keyof typeof blockSchemas].safeParse({ ...block, ...items }).success).toBe(true)
})

test.each(cases)('an open draft shows of a %s block no text whose field does not say so', (_type, definition) => {
  const texts: string[] = []
  const collect = (fields: Fields, path: string): void => {
    for (const [name, field] of Object.entries(fields)) {
      if (field.kind === 'group') collect(field.fields, `${path}.${name}`)
      else if (field.shows !== 'all') texts.push(`secret ${path}.${name}`)
    }
  }
  const { content, options, items } = definition
  if (content) collect(content, 'content')
  if (options) collect(isUnion(options) ? options.base : options, 'options')
  if (items) collect(items.fields, 'item0')
  const runsOnServer = { isExecutedOnClient: false }
  const block = blockOf(definition)
  const hidden = { ...block, ...(options && { options: { ...(block.options as object), ...runsOnServer } }) }
  const bot = { groups: [{ id: 'g', blocks: [hidden] }], events: [], variables: [], settings: {} }
  const shown = JSON.stringify(withoutSecrets(bot))
  expect(texts.filter((text) => shown.includes(JSON.stringify(text)))).toEqual([])
})

test.each(cases)('every path that a %s block needs is one of its fields', (_type, { needs = {}, content, options }) => {
  const parts = { content, options: options && isUnion(options) ? { ...options.base, [options.key]: true } : options }
  for (const path of Object.keys(needs)) {
    const [part, name] = path.split('.')
    expect(Object.keys(parts[part as 'content'] ?? {}), path).toContain(name)
  }
})

test('a loop of blocks that change nothing is reported, by what their definitions say', () => {
  const wait = { type: 'Wait', options: { secondsToWaitFor: '1' } }
  const flow = smallFlow({ a: [wait, { type: 'Jump', options: { groupId: 'a' } }] })
  expect(lintFlow(flow).map(({ rule }) => rule)).toContain('endless-loop')
})
