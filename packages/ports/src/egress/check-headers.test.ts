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
])('A4: the author cannot set %s', (name) => {
  expect(problemsOf(name)).toHaveLength(1)
})

test('A4: a length twice in different case is two problems', () => {
  expect(
    checkHeaders([
      ['Content-Length', '1'],
      ['content-length', '2'],
    ]),
  ).toHaveLength(2)
})

test.each(['a\r\nHost: x', 'a\nb', 'a\rb', 'a\0b', '\u2028', 'naïve 日本'])(
  'A4: a value %j is refused and not repeated',
  (value) => {
    const [problem] = problemsOf('X-Note', value)
    expect(problem).toContain('"X-Note"')
    expect(problem).not.toContain(value)
  },
)

test.each(['', ' ', 'a b', 'a:b', 'a\r\nb', 'é', 'x('])('A4: %j is no header name', (name) => {
  expect(problemsOf(name)).toHaveLength(1)
})

test('A4: what authors need passes, names that only sound alike included', () => {
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

test('A4: a flow is saved with templates in its headers, and not with what is wrong around them', () => {
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
