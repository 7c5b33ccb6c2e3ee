import { expect, test } from 'vitest'
import { tryOnce } from '../try-once.js'

test('streamed texts come whole and are stored and billed once, although the service is killed and the model fails', async () => {
  expect((await tryOnce('R24', 60)).tries).toBeGreaterThanOrEqual(60)
}, 180_000)
