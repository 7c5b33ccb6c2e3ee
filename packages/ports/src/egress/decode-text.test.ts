import { expect, test } from 'vitest'
import { decodeText } from './decode-text.js'

const typed = (type: string) => ({ 'content-type': type })

test('reads the charset that the answer declares, and UTF-8 without one', () => {
  expect(decodeText(Buffer.from('Grüße'), {})).toBe('Grüße')
  expect(decodeText(Buffer.from('Gr\xfc\xdfe', 'latin1'), typed('text/plain; charset=ISO-8859-1'))).toBe('Grüße')
  expect(decodeText(Buffer.from([0x82, 0xa0]), typed('text/html;charset="Shift_JIS"'))).toBe('あ')
})

test('reads the charset that a page or XML declares, if its headers declare none', () => {
  const page = Buffer.from('<html><meta charset=windows-1251>\xcf', 'latin1')
  expect(decodeText(page, typed('text/html')).at(-1)).toBe('П')
  expect(decodeText(page, typed('text/html; charset=latin1')).at(-1)).toBe('Ï')
})

test('believes a byte order mark before the header', () => {
  expect(decodeText(Buffer.from('\ufeffé', 'utf16le'), typed('text/plain; charset=utf-8'))).toBe('é')
  expect(decodeText(Buffer.from('\ufeffé'), typed('text/plain; charset=latin1'))).toBe('é')
})

test('invalid UTF-8 and text in an unknown charset are still decoded', () => {
  expect(decodeText(Buffer.from([0x61, 0xff, 0xc3]), {})).toBe('a\ufffd\ufffd')
  expect(decodeText(Buffer.from('a'), typed('text/plain; charset=utf-7-or-so'))).toBe('a')
})
