import { expect, test } from 'vitest'
import { answer } from '../testing/ask.js'
import { fakeContext } from '../testing/fake-context.js'
import { emailInput } from './runtime.js'

test.each([
  ['A@B.co', 'a@b.co'],
  ['a+b@c.co.uk', 'a+b@c.co.uk'],
  ['"a b"@c.de', '"a b"@c.de'],
  ['a@[127.0.0.1]', 'a@[127.0.0.1]'],
  [' a@b.co ', 'a@b.co'],
  ['\u200ea@b.co\u200b', 'a@b.co'],
  ['ann@m\u00fcnchen.de', 'ann@m\u00fcnchen.de'],
  ['\u00e5sa@xn--mnchen-3ya.xn--p1ai', '\u00e5sa@xn--mnchen-3ya.xn--p1ai'],
  ['a b@c.de', '(rejected)'],
  ['a@localhost', '(rejected)'],
  ['a..b@c.de', '(rejected)'],
  ['foo@', '(rejected)'],
  ['', '(rejected)'],
])('makes of %j: %s', (text, expected) => {
  expect(answer(emailInput, {}, text)).toBe(expected)
})

test('an endless address is refused at once', () => {
  expect(answer(emailInput, {}, `${'a.'.repeat(500_000)}@`)).toBe('(rejected)')
})

test('has its own retry text, unless the author wrote one', () => {
  const context = fakeContext({ Name: 'Ada' })
  expect(emailInput.retryText!({} as never, context)).toContain('email')
  expect(emailInput.retryText!({ options: { retryMessageContent: 'No, {{Name}}' } } as never, context)).toBe('No, Ada')
})
