import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { textOfBytes, textOfFile } from './text-of-bytes.js'

const latin = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['UTF-8', Buffer.from('Grüße'), undefined],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFGrüße'), 'iso-8859-1'],
  ['UTF-16 with a byte order mark', Buffer.from('\uFEFFGrüße', 'utf16le'), undefined],
  ['UTF-16 with a byte order mark, big-endian', Buffer.from('\uFEFFGrüße', 'utf16le').swap16(), undefined],
  ['UTF-16 that is declared', Buffer.from('Grüße', 'utf16le'), 'utf-16'],
  ['Latin 1 that is declared', latin('Gr\xfc\xdfe'), 'ISO-8859-1'],
])('%s is read', (_, bytes, declared) => {
  expect(textOfBytes(bytes, declared)).toBe('Grüße')
})

test.each([
  '<html><meta charset="windows-1251">\xcf',
  '<!doctype html><html lang="ru"><meta http-equiv="Content-Type" content="text/html; charset=windows-1251">\xcf',
  '<?xml version="1.0" encoding="windows-1251"?>\xcf',
])('a page names its charset: %s', (page) => {
  expect(textOfBytes(latin(page)).at(-1)).toBe('П')
})

test('what the sender declares counts before what a page names', () => {
  expect(textOfBytes(latin('<meta charset="windows-1251">\xfc'), 'iso-8859-1').at(-1)).toBe('ü')
})

test('a file that is not UTF-8 is read as Windows-1252', () => {
  expect(textOfFile(latin('Gr\xfc\xdfe \x80'))).toBe('Grüße €')
  expect(textOfFile(Buffer.from('\uFEFFGrüße'))).toBe('Grüße')
})

test('a file in UTF-8 with a few broken bytes stays UTF-8, and what is not text stays broken', () => {
  expect(textOfFile(Buffer.concat([Buffer.from('Grüße '), Buffer.from([0xff])]))).toBe('Grüße \uFFFD')
  expect(textOfFile(Buffer.from([0x89, 0x50, 0x00, 0xff]))).toBe('\uFFFDP\0\uFFFD')
})
