import { expect, test } from 'vitest'
import { checkHeaders, checkHeadersOfFlow } from './check-headers.js'

const problemsOf = (name: string, value = 'x') => checkHeaders([[name, value]])

test.each([
  'Host',
  'host ',
  'Transfer-Encoding',
  'Content-Length',
  'Connection',
  'Keep-Alive',
  'Upgrade',
  'TE',
  'Trailer',
  'Expect',
  'Proxy-Authorization',
  'proxy-anything',
  'X-aws-ec2-metadata-token',
  'X-AWS-EC2-Metadata-Token-TTL-Seconds',
  'Metadata-Flavor',
  'Metadata',
  'Metadata-Token',
  'X-Google-Metadata-Request',
  'X-Colloquy-Loop-Guard',
])('authors cannot set %s', (name) => {
  expect(problemsOf(name)).toHaveLength(1)
})

test('two Content-Length headers in different case are two problems', () => {
  expect(
    checkHeaders([
      ['Content-Length', '1'],
      ['content-length', '2'],
    ]),
  ).toHaveLength(2)
})

test.each(['a\r\nHost: x', 'a\nb', 'a\rb', 'a\0b', '\u2028', 'naïve 日本'])(
  'a header with the value %j is refused, and the message does not repeat the value',
  (value) => {
    const [problem] = problemsOf('X-Note', value)
    expect(problem).toContain('"X-Note"')
    expect(problem).not.toContain(value)
  },
)

test.each(['', ' ', 'a b', 'a:b', 'a\r\nb', 'é', 'x('])('%j is not a valid header name', (name) => {
  expect(problemsOf(name)).toHaveLength(1)
})

test('common headers are accepted, including names that only resemble forbidden ones', () => {
  const headers: [string, string][] = [
    ['Authorization', 'Bearer {{token}}'],
    ['Cookie', 'a=b'],
    ['X-My-Metadata', '1'],
    ['Content-Type', 'application/json; charset="utf-8"'],
    ['X-Name', 'Jörg\tMüller'],
    ['Accept-Encoding', 'identity'],
    ['X-Empty', ''],
  ]
  expect(checkHeaders(headers)).toEqual([])
})

test('headers have a limit in number and in size', () => {
  expect(checkHeaders(Array.from({ length: 101 }, (_, index) => [`x-${index}`, '']))).toHaveLength(1)
  expect(problemsOf('x', 'y'.repeat(40_000))).toHaveLength(1)
})

test('headers of a flow may contain templates, but the text around them has to be valid', () => {
  expect(
    checkHeadersOfFlow([
      ['{{Name}}', 'x'],
      ['X-Note', 'a {{= "1\n2" =}} b'],
      ['Authorization', '{{token}}'],
    ]),
  ).toEqual([])
  expect(
    checkHeadersOfFlow([
      ['Host', '{{host}}'],
      ['X-Note', '{{a}}\n{{b}}'],
      ['X-{{a', 'x'],
    ]),
  ).toHaveLength(2)
  expect(checkHeadersOfFlow([['X-Note', '{{'.repeat(10_000)]])).toEqual([])
})
