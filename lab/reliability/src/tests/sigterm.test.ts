import { expect, test } from 'vitest'
import { tryOnce } from '../try-once.js'

test('SIGTERM under load: accepted requests finish, none is taken without an answer, and the process ends in 10 s', async () => {
  const report = await tryOnce('R16', 1)
  expect(report.tries).toBe(1)
})
