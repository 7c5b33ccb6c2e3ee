import { expect, test } from 'vitest'
import { tryOnce } from '../try-once.js'

test('no text in a field of credentials, settings or blocks makes the service fail, 150 times', async () => {
  expect((await tryOnce('R21', 150)).tries).toBe(150)
})
