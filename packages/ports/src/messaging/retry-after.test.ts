import { expect, test } from 'vitest'
import { retryAfter } from './retry-after.js'

const now = Date.UTC(2026, 0, 1)

test.each([
  ['120', 120],
  [' 7 ', 7],
  ['Thu, 01 Jan 2026 00:01:30 GMT', 90],
  ['Wed, 31 Dec 2025 23:59:59 GMT', undefined],
  ['0', undefined],
  ['-3', undefined],
  ['soon', undefined],
  ['9'.repeat(100), undefined],
  [undefined, undefined],
])('The header Retry-After of %s means %s seconds', (header, seconds) => {
  expect(retryAfter(header, now)).toBe(seconds)
})
