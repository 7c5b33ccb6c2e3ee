import { expect, test } from 'vitest'
import { tryOnce } from '../try-once.js'

test('500 who listen at once keep nobody from being answered, and leave nothing open', async () => {
  expect((await tryOnce('R11', 500)).tries).toBe(500)
})
