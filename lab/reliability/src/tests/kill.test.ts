import { expect, test } from 'vitest'
import { tryOnce } from '../try-once.js'

test('nothing that was answered is lost when the process is killed under load, 20 times', async () => {
  const report = await tryOnce('R1')
  expect(report.tries).toBe(20)
}, 180_000)
