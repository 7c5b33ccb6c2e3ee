import { expect, test } from 'vitest'
import { tryOnce } from '../try-once.js'

test('a backup made under load restores to one moment of the history', async () => {
  expect((await tryOnce('R18', 2)).tries).toBe(2)
})
