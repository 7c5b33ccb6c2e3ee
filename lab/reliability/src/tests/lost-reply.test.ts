import { expect, test } from 'vitest'
import { tryOnce } from '../try-once.js'

test('an answer that is lost on its way comes back byte by byte to a retry with the same key, 400 times', async () => {
  const report = await tryOnce('R4')
  expect(report.tries).toBeGreaterThanOrEqual(400)
})
