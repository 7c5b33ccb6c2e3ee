import { expect, test } from 'vitest'
import { answer, parse } from '../testing/ask.js'
import { fileInput } from './runtime.js'

test('a missing reply is refused unless the file is optional', () => {
  expect(parse(fileInput, {}, undefined)).toEqual({ kind: 'rejected' })
  expect(parse(fileInput, { options: { isRequired: false } }, undefined)).toEqual({ kind: 'skipped' })
})

test('at least one part has to be an address', () => {
  expect(answer(fileInput, {}, 'foo')).toBe('(rejected)')
  expect(answer(fileInput, {}, 'http://localhost:3000/f.png')).toBe('http://localhost:3000/f.png')
  const options = { isMultipleAllowed: true }
  expect(answer(fileInput, { options }, 'https://x.co/f.png, foo')).toBe('https://x.co/f.png, foo')
})

test('only the first file is kept where one is allowed', () => {
  expect(answer(fileInput, {}, 'https://x.co/a.png, https://x.co/b.png')).toBe('https://x.co/a.png')
})

test.each([['.png'], ['PNG'], ['image/png'], ['image/*']])('%s allows a PNG and no PDF', (type) => {
  const options = { allowedFileTypes: { isEnabled: true, types: [type] } }
  expect(answer(fileInput, { options }, 'https://x.co/a.PNG?sig=1.2')).toBe('https://x.co/a.PNG?sig=1.2')
  expect(answer(fileInput, { options }, 'https://x.co/a.pdf')).toBe('(rejected)')
})

test('a reply of very many parts takes no time', () => {
  expect(answer(fileInput, {}, 'a, '.repeat(300_000))).toBe('(rejected)')
})
