import { expect, test } from 'vitest'
import { tryOnce } from '../try-once.js'

test('releases come and go, and running chats move, without a visitor who notices', async () => {
  expect((await tryOnce('R23', 40)).tries).toBe(40)
})
