import { expect, test } from 'vitest'
import { tryOnce } from '../try-once.js'

test.skipIf(!process.env.TEST_STRACE)(
  'nothing that was answered is lost in 2,000 states of the disk after a power cut',
  async () => {
    const report = await tryOnce('R2')
    expect(report.tries).toBe(2000)
  },
  180_000,
)
