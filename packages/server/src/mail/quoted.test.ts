import { expect, test } from 'vitest'
import { quoted, quotedLines } from './quoted.js'

test.each([
  ['Sales', '"Sales"'],
  ['Ärzte \u{1F469}\u200D\u{2695} Köln', '"Ärzte \u{1F469} \u{2695} Köln"'],
  ['One\r\n\r\nYour account expires:\u2028\u0085\tnow', '"One Your account expires: now"'],
  ['\u202Eevil\u2066\u200F\u0000\uFEFFname\u061C', '"evil name"'],
  ['A" and "B', `"A' and 'B"`],
  ['half \uD83D', '"half"'],
  ['x'.repeat(100), `"${'x'.repeat(100)}"`],
  ['\u{1F600}'.repeat(101), `"${'\u{1F600}'.repeat(99)}…"`],
])('a name such as %j is one bounded line in quotation marks', (name, expected) => {
  expect(quoted(name)).toBe(expected)
})

test.each([
  ['Look at this.\r\n\rPlease', '> Look at this.\n> \n> Please'],
  ['one\u2028two\u0085three', '> one\n> two\n> three'],
  ['\u202Eevil\u0000 \u2066text', '> evil   text'],
  ['x'.repeat(1000), `> ${'x'.repeat(1000)}`],
  ['\u{1F600}'.repeat(1001), `> ${'\u{1F600}'.repeat(1000)}…`],
  ['a\n'.repeat(40), `${'> a\n'.repeat(29)}> a…`],
])('a text such as %j is quoted line by line, bounded, without control characters', (text, expected) => {
  expect(quotedLines(text)).toBe(expected)
})
