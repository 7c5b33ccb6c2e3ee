import { expect, test } from 'vitest'
import { tryOnce } from '../trust/try-once.js'

test('two replies sent to one session at once are both taken, in some order, 1,000 times', async () => {
  const report = await tryOnce('R3')
  expect(report.tries).toBe(1000)
})
