import { expect, test } from 'vitest'
import { searchable } from './searchable.js'

test.each([
  ['São Paulo', 'sao paulo'],
  ['BRASÍLIA', 'brasilia'],
  ['Düsseldorf, Große Straße', 'dusseldorf, grosse strasse'],
  ['Łódź', 'lodz'],
  ['Ærø', 'aero'],
  ['İstanbul, Diyarbakır', 'istanbul, diyarbakir'],
  ['Việt Nam Đà Nẵng', 'viet nam da nang'],
  ['Ｔｏｋｙｏ', 'tokyo'],
  ['مُحَمَّد', 'محمد'],
  ['हिन्दी', 'हिन्दी'],
])('%s is found as %s', (text, found) => {
  expect(searchable(text)).toBe(found)
})

test('texts with composed and decomposed letters are the same', () => {
  for (const text of ['Ça va', 'が', 'हिन्दी', '한국'])
    expect(searchable(text.normalize('NFD'))).toBe(searchable(text.normalize('NFC')))
})
