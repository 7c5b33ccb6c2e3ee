import { describe, expect, test } from 'vitest'
import {
  encodeHeader,
  escapeHtml,
  fillAddress,
  fillForm,
  fillHtml,
  fillJson,
  fillScript,
  isJsonTemplate,
  type Piece,
  withHtmlBreaks,
  withParameters,
} from './index.js'

/** Values that act as syntax somewhere. */
const nasty = [
  'plain',
  '"',
  "'",
  '\\',
  'C:\\Users\\me',
  'a\nb',
  'a&b=c',
  'a#b',
  'a?b',
  '100%',
  '%41',
  '<b>x</b>',
  '{{Other}}',
  '../../admin?',
  '👋 é',
  'שלום',
  '=1+1',
  '-5',
  '+49 170 1',
  '@name',
  "'); alert(1); ('",
  '${1}',
  '`',
  '\u2028',
]

/** Pieces of a text whose placeholders, `{}`, stand for one value. */
const pieces = (text: string, value: string): Piece[] =>
  text
    .split('{}')
    .flatMap((part, index) => [...(index > 0 ? [{ value }] : []), ...(part === '' ? [] : [{ text: part }])])

describe.each(nasty)('the value %j', (value) => {
  const address = (text: string) => new URL(fillAddress(pieces(text, value)))

  test('stays in its part of an address', () => {
    expect(address('https://x.test/items?name={}&limit=1').searchParams.getAll('name')).toEqual([value])
    expect([...address('https://x.test/items?name={}&limit=1').searchParams.keys()]).toEqual(['name', 'limit'])
    expect(address('https://x.test/items?name={}').hash).toBe('')
    const inPath = address('https://x.test/users/{}/orders')
    expect(inPath.pathname.split('/').map(decodeURIComponent)).toEqual(['', 'users', value, 'orders'])
    expect(inPath.search + inPath.hash).toBe('')
    const inFragment = address('https://x.test/a?b=1#{}')
    expect([inFragment.pathname, inFragment.search, decodeURIComponent(inFragment.hash.slice(1))]).toEqual([
      '/a',
      '?b=1',
      value,
    ])
    const mail = address('mailto:{}?subject={}')
    expect(new URLSearchParams(mail.search).get('subject')).toBe(value)
  })

  test('is a text in JSON, inside and outside of quotes', () => {
    expect(JSON.parse(fillJson(pieces('{"a":"{}","b":["{}"],"{}":1}', value)))).toEqual({
      a: value,
      b: [value],
      [value]: 1,
    })
    expect(JSON.parse(fillJson(pieces('{"a": {} , "n": 1}', value)))).toEqual({ a: value === '-5' ? -5 : value, n: 1 })
  })

  test('is a value of a form', () => {
    expect([...new URLSearchParams(fillForm(pieces('a={}&b=1', value)))]).toEqual([
      ['a', value],
      ['b', '1'],
    ])
  })

  test('is a text in the texts of a script', () => {
    for (const quote of ['"', "'", '`']) {
      const code = fillScript(`return ${quote}<{{Name}}>${quote}`, () => value)
      expect(new Function(code)()).toBe(`<${value}>`)
    }
  })

  test('adds no line to a header, and only characters of one byte', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be in a header
    expect(encodeHeader(value)).not.toMatch(/[\u0000-\u001f\u0100-\uffff]/)
    expect(Buffer.from(encodeHeader(value), 'latin1').toString()).toBe(value.replace('\n', ' '))
  })

  test('is text in HTML', () => {
    const html = fillHtml(pieces('<p title="{}">{}</p><a href="https://x.test/?q={}">{}</a>', value))
    expect(html.match(/<[^>]*>/g)?.map((tag) => tag.replace(/"[^"]*"/g, '""'))).toEqual([
      '<p title="">',
      ...(value.includes('\n') ? ['<br />'] : []),
      '</p>',
      '<a href="">',
      ...(value.includes('\n') ? ['<br />'] : []),
      '</a>',
    ])
  })
})

describe('an address', () => {
  test.each([
    ['{}', 'https://a.test/b?c=d#e', 'https://a.test/b?c=d#e'],
    ['{}/items', 'https://a.test/v1', 'https://a.test/v1/items'],
    ['https://{}/items', 'a.test:8080/v1', 'https://a.test:8080/v1/items'],
    ['https://{}.a.test/x', 'evil.test/', 'https://evil.test%2F.a.test/x'],
    ['https://{}.a.test/x', 'me@evil.test', 'https://me%40evil.test.a.test/x'],
    ['https://a.test/pictures{}', '/2026/a b.jpg', 'https://a.test/pictures/2026/a%20b.jpg'],
    ['https://a.test/pictures{}', '/../../x', 'https://a.test/pictures/%252E%252E/%252E%252E/x'],
    ['https://a.test/{}/x', '..', 'https://a.test/%252E%252E/x'],
    ['https://a.test/?{}', 'a=1&b=%20#c', 'https://a.test/?a=1&b=%20%23c'],
    ['tel:{}', '+49 170', 'tel:+49%20170'],
    ['mailto:{}', 'ann@a.test', 'mailto:ann@a.test'],
    ['a.test/{}', 'b c', 'a.test/b%20c'],
    ['https://a.test/{}', '\ud800', 'https://a.test/%EF%BF%BD'],
  ])('%s with %j is %s', (text, value, expected) => {
    expect(fillAddress(pieces(text, value))).toBe(expected)
  })

  test.each([
    ['https://a.test/', 'https://a.test/?x=1'],
    ['https://a.test/?a=1', 'https://a.test/?a=1&x=1'],
    ['https://a.test/?', 'https://a.test/?x=1'],
    ['https://a.test/#top', 'https://a.test/?x=1#top'],
  ])('gets parameters before its fragment: %s', (address, expected) => {
    expect(withParameters(address, ['x=1'])).toBe(expected)
  })
})

test.each([
  ['7', 7],
  ['-1.5e3', -1500],
  ['007', '007'],
  ['+49170', '+49170'],
  ['2026-12-24', '2026-12-24'],
  ['true', true],
  ['{"id":7}', { id: 7 }],
  ['{id:7}', '{id:7}'],
  [null, null],
  [
    ['a', null],
    ['a', null],
  ],
  ['12,5', '12,5'],
])('outside of quotes, JSON gets %j as %j', (value, expected) => {
  expect(JSON.parse(fillJson([{ text: '{"x":' }, { value }, { text: '}' }]))).toEqual({ x: expected })
})

test.each([
  ['{"a":1}', true],
  [' [{{A}}]', true],
  ['{{{A}}: 1}', true],
  ['{{A}} and {{B}}', false],
  ['a={{A}}', false],
])('a body that begins like JSON is a JSON template: %s', (text, expected) => {
  expect(isJsonTemplate(text)).toBe(expected)
})

test('an attribute keeps line breaks, and text between tags shows them', () => {
  expect(fillHtml(pieces('<p title="{}">{}</p>', 'a\r\nb'))).toBe('<p title="a&#10;b">a<br />b</p>')
  expect(withHtmlBreaks(escapeHtml('<\n>'))).toBe('&lt;<br />&gt;')
})
