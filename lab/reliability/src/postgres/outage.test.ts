import { expect, test } from 'vitest'
import { tryOnce } from '../try-once.js'

test('a database that restarts, dies, stands still or is crowded costs nothing but waiting', async () => {
  expect((await tryOnce('R6')).tries).toBe(6)
}, 180_000)

test('two instances take every reply once and in order, also when one is killed, and do a job once', async () => {
  expect((await tryOnce('R8', 100)).tries).toBeGreaterThanOrEqual(100)
}, 180_000)

test('two instances behind a proxy are restarted one after the other without a visitor noticing', async () => {
  expect((await tryOnce('R16b', 2)).tries).toBe(2)
}, 180_000)
