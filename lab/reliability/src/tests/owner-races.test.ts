import { expect, test } from 'vitest'
import { tryOnce } from '../try-once.js'

test('nothing of a bot reaches its visitor while somebody else speaks, although the service is killed', async () => {
  expect((await tryOnce('R25')).tries).toBeGreaterThanOrEqual(1_000)
}, 600_000)
