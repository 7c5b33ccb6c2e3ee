import { expect, test } from 'vitest'
import { quoted } from './quoted.js'

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
