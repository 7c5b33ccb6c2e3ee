import { expect, it } from 'vitest'
import { counted } from './counted.js'

it.each([
  [0, '0 blocks'],
  [1, '1 block'],
  [2, '2 blocks'],
])('says of %d blocks: %s', (count, words) => {
  expect(counted(count, 'block')).toBe(words)
})
