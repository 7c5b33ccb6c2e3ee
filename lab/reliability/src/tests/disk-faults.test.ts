import { expect, test } from 'vitest'
import { tryOnce } from '../try-once.js'

const isRoot = process.getuid?.() === 0

test.skipIf(!isRoot)(
  'a full disk refuses writes, and accepts it once there is space (needs root: sudo npm test)',
  async () => {
    expect((await tryOnce('R7a')).tries).toBe(40)
  },
)

test.skipIf(!process.env.TEST_STRACE)('a write or sync that fails loses nothing that was answered', async () => {
  expect((await tryOnce('R7b', 3)).tries).toBe(3)
})
