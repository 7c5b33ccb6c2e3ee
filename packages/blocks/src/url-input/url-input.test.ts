import { expect, test } from 'vitest'
import { answer } from '../testing/ask.js'
import { fakeContext } from '../testing/fake-context.js'
import { urlInput } from './runtime.js'

test.each(['https://colloquy.example/x?a=1#b', 'example.com', 'http://127.0.0.1/'])('accepts %s', (text) => {
  expect(answer(urlInput, {}, text)).toBe(text)
})

test.each(['ftp://x.y.com/f', 'javascript:alert(1)', 'mailto:a@b.co', 'http://localhost', '', 'a'.repeat(1e6)])(
  'refuses %.40s',
  (text) => {
    expect(answer(urlInput, {}, text)).toBe('(rejected)')
  },
)

test('spaces and unseen characters around an address are removed', () => {
  expect(answer(urlInput, {}, ' https://a.com\u200b\n')).toBe('https://a.com')
})

test('has no retry text unless the author wrote one', () => {
  expect(urlInput.retryText!({} as never, fakeContext())).toBeUndefined()
})
