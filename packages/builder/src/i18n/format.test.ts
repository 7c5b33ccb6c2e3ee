import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { format } from './format.js'

const cases: [message: string, values: Record<string, string | number>][] = [
  ['Copy of {name}', { name: 'Ada' }],
  ['{count, plural, one {# bot} other {# bots}} of {name}', { count: 1, name: 'Ada' }],
  ['{count, plural, one {# bot} other {# bots}} of {name}', { count: 12345, name: 'Ada' }],
  ['{count, plural, =0 {nothing} one {one} other {{name} has #}}', { count: 0, name: 'Ada' }],
  ['{count, plural, =0 {nothing} one {one} other {{name} has #}}', { count: 7, name: 'Ada' }],
  ['{kind, select, group {a group} other {a block}}', { kind: 'group' }],
  ['{kind, select, group {a group} other {a block}}', { kind: 'event' }],
  ["Write '{{'{name}'}}', it''s the visitor’s # 1", { name: 'Ada' }],
  ["l'adresse", {}],
]

describe.each(['en', 'de', 'fr', 'pl'])('in %s', (locale) => {
  it.each(cases)('formats %j as the reference implementation does', (message, values) => {
    const expected = new IntlMessageFormat(message, locale).format(values)
    expect(format(message, values, locale).join('')).toBe(expected)
  })
})

it('gives the content of a tag to its function, and keeps values that are not text', () => {
  const element = { is: 'element' }
  const parts = format(
    'Read the <a>{what} of #</a>, {element}.',
    {
      what: 'reference',
      a: (content: unknown) => ({ link: content }),
      element,
    },
    'en',
  )
  expect(parts).toEqual(['Read the ', { link: ['reference of #'] }, ', ', element, '.'])
})
