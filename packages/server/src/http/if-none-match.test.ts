import { expect, test } from 'vitest'
import { namesTag } from './if-none-match.js'

test.each(['"a"', 'W/"a"', '"other", "a"', '"other",W/"a"', '*', ' * '])('%s names the tag "a"', (header) => {
  expect(namesTag(header, '"a"')).toBe(true)
})

test.each([undefined, '', '"A"', 'a', '"other"', 'W/"other", "b"'])('%s does not name the tag "a"', (header) => {
  expect(namesTag(header, '"a"')).toBe(false)
})
