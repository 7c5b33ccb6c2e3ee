import { expect, test } from 'vitest'
import { tryOnce } from '../try-once.js'

test('replies sent to one session at once are all taken, in some order, 2,000 of them', async () => {
  const report = await tryOnce('R3')
  expect(report.tries).toBeGreaterThanOrEqual(2000)
})
