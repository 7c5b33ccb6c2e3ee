import { expect, test } from 'vitest'
import { tryOnce } from '../try-once.js'

test.skipIf(!process.env.TEST_FAKETIME)('a clock that jumps loses no turn and changes no order', async () => {
  expect((await tryOnce('R9')).tries).toBe(18)
})
