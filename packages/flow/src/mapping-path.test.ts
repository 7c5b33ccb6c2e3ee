import { describe, expect, it } from 'vitest'
import type { Group } from './flow-schema.js'
import { mappingPathIssues } from './mapping-path.js'
import { smallFlow } from './testing/small-flow.js'

const groupsWith = (...paths: string[]): Group[] =>
  smallFlow({
    a: [
      {
        type: 'webhook',
        options: { responseVariableMapping: paths.map((bodyPath, index) => ({ id: `m${index}`, bodyPath })) },
      },
    ],
  }).groups as Group[]
const messagesOf = (path: string) => mappingPathIssues(groupsWith(path)).map(({ message }) => message)

describe('paths of response mappings cannot run queries or reach prototypes', () => {
  it.each([
    ['a query language', '$..[?(@.constructor.constructor("return process")())]', 'expression that begins with data'],
    ['a query from the root', '$.items[0]', 'expression that begins with data'],
    ['the prototype by a key', 'a["__proto__"].x', 'Take __proto__'],
    ['the prototype by a name', 'data.__proto__.polluted', 'Take __proto__'],
    ['the constructor', "data['constructor'].constructor", 'Take __proto__'],
    ['a search through all levels', 'data..name', 'Name each step'],
    ['ten thousand searches', `data${'..a'.repeat(10_000)}`, 'Shorten this path'],
  ])('%s is refused', (_, path, message) => {
    expect(messagesOf(path)).toEqual([expect.stringContaining(message)])
  })

  it.each([
    'data',
    'statusCode',
    'data.items[0]["a b"].name',
    '[...data.items].map((item) => item.name).join("..")',
    'data["a..b"]',
    'data.items.map(({ constructors }) => constructors)',
    '{{Path}}',
    '',
  ])('%s is taken', (path) => expect(messagesOf(path)).toEqual([]))

  it('those that were stored before stay, at the same block', () => {
    const before = groupsWith('$.a')
    expect(mappingPathIssues(groupsWith('$.a', 'data.b'), before)).toEqual([])
    expect(mappingPathIssues(groupsWith('$.a', '$.b'), before)).toMatchObject([
      { path: 'bot.groups.0.blocks.0.options.responseVariableMapping.1.bodyPath' },
    ])
  })
})
