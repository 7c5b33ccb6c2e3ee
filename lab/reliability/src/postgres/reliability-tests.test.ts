import { expect, test } from 'vitest'
import { tryOnce } from '../try-once.js'

test('nothing that was answered is lost when the process is killed under load, 5 times', async () => {
  expect((await tryOnce('R1', 5)).tries).toBe(5)
}, 180_000)

test('an answer that is lost on its way comes back byte by byte, from either of two instances', async () => {
  expect((await tryOnce('R4', 200)).tries).toBe(200)
}, 180_000)

test('SIGTERM under load: accepted requests finish, none is taken without an answer, and the process ends in 10 s', async () => {
  expect((await tryOnce('R16', 1)).tries).toBe(1)
}, 180_000)

test('a backup made under load restores to one moment of the history', async () => {
  expect((await tryOnce('R18', 1)).tries).toBe(1)
}, 180_000)

test('nothing of a bot reaches its visitor while somebody else speaks, at two instances of which one is killed', async () => {
  expect((await tryOnce('R25', 150)).tries).toBeGreaterThanOrEqual(150)
}, 300_000)

test('streamed texts come whole and are stored and billed once, although the service is killed and the model fails', async () => {
  expect((await tryOnce('R24', 30)).tries).toBeGreaterThanOrEqual(30)
}, 180_000)
