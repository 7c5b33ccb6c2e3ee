import { expect, test } from 'vitest'
import { tryOnce } from '../try-once.js'

test('300 slow, rude and broken clients keep nobody from being answered, and leave nothing open', async () => {
  expect((await tryOnce('R10', 300)).tries).toBe(300)
})
