import { expect, it } from 'vitest'
import { ago } from './ago.js'

it.each([
  [-30, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [59 * 60, '59 minutes ago'],
  [60 * 60, '1 hour ago'],
  [30 * 60 * 60, 'yesterday'],
  [9 * 24 * 60 * 60, '9 days ago'],
])('says of %d seconds: %s', (seconds, words) => {
  const now = Date.UTC(2026, 10, 21)
  expect(ago(now - seconds * 1000, now)).toBe(words)
})
