import { expect, test } from 'vitest'
import { en } from '../texts/en.js'
import { chatDirection, directionOf } from './direction.js'
import { languageOf } from './language-of.js'

test.each([
  ['Guten Tag', ['de-AT', 'en'], 'de-AT'],
  ['Hello', ['ar', 'en-GB'], 'en-GB'],
  ['Hello', ['ar'], ''],
  ['שלום', ['en'], 'he'],
  ['مرحبا', ['en'], 'ar'],
  ['چطور می‌توانم کمک کنم؟', ['ar', 'en'], 'fa'],
  ['آپ کیسے ہیں؟', ['en', 'ur-PK'], 'ur-PK'],
  ['Привет', ['bg', 'ru'], 'bg'],
  ['Привіт', ['ru'], 'uk'],
  ['日本へようこそ', ['zh-TW'], 'ja'],
  ['你好', ['zh-TW'], 'zh-TW'],
  ['42!', ['en'], undefined],
])('the language of "%s" for a visitor who reads %j is "%s"', (text, read, language) => {
  expect(languageOf(text, read)).toBe(language)
})

test.each(['שלום', 'سلام', '1. مرحبا', '«ޝުކުރިއްޔާ»'])('%s runs from right to left', (text) => {
  expect(directionOf(text)).toBe('rtl')
})

test.each(['Hello שלום', '42', 'Привет'])('%s runs from left to right', (text) => {
  expect(directionOf(text)).toBeUndefined()
})

test('a chat has the direction of its first text, and of the words before there is one', () => {
  const said = (plainText: string) =>
    ({ kind: 'bot', id: 1, turn: 1, message: { id: 'm', type: 'text', content: { plainText } } }) as never
  expect(chatDirection([said(''), said('שלום'), said('Hello')], en)).toBe('rtl')
  expect(chatDirection([said('Hello')], { ...en, chat: 'محادثة' })).toBeUndefined()
  expect(chatDirection([], { ...en, chat: 'محادثة' })).toBe('rtl')
})
