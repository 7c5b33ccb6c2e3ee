import { describe, expect, test } from 'vitest'
import { expand, expandDeep, singlePlaceholder } from './template.js'

const values: Record<string, string | string[] | null> = {
  Name: 'Ada',
  List: ['a', 'b'],
  Nested: '{{Name}}',
  Unset: null,
}
const lookup = (name: string) => values[name]

describe('expanding a template', () => {
  test.each([
    ['Hi {{Name}}!', 'Hi Ada!'],
    ['{{ Name }}', ''],
    ['{{List}}', '["a","b"]'],
    ['{{Unknown}}{{Unset}}', ''],
    ['${{Name}}', '$Ada'],
    ['${{{Name}}}', '${Ada}'],
    ['{{=1 + 1=}}', '1 + 1'],
  ])('%s gives %s', (template, expected) => {
    expect(expand(template, lookup)).toBe(expected)
  })

  test('values are never expanded again', () => {
    expect(expand('{{Nested}}', lookup)).toBe('{{Name}}')
  })

  test('texts that stand directly in a list stay as they are', () => {
    expect(expandDeep({ a: '{{Name}}', list: ['{{Name}}', { b: '{{Name}}' }] }, lookup)).toEqual({
      a: 'Ada',
      list: ['{{Name}}', { b: 'Ada' }],
    })
  })
})

test('a single placeholder is one that fills the whole text', () => {
  expect(singlePlaceholder('{{Name}}')).toBe('Name')
  expect(singlePlaceholder('{{A}} {{B}}')).toBeUndefined()
  expect(singlePlaceholder(' {{A}}')).toBeUndefined()
})
