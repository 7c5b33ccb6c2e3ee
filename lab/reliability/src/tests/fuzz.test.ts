import { expect, test } from 'vitest'
import { tryOnce } from '../try-once.js'

test('no request made from the description of the API makes the service fail, 1,000 times', async () => {
  expect((await tryOnce('R19', 1000)).tries).toBe(1000)
})
