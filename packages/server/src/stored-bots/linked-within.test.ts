import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { defaultLimits } from '../limits/limits.js'
import { linkedWithin } from './linked-within.js'

test('others have their turn between two linked bots, also where a database answers at once', async () => {
  let rounds = 0
  let isOver = false
  const counting = (async () => {
    for (; !isOver; rounds++) await setImmediate()
  })()
  const service = { config: { limits: defaultLimits }, metrics: { limitReached: () => {} } }
  const roundsAtReads: number[] = []
  const linked = await linkedWithin(service as never, ['a', 'b', 'c'], async (flow) => {
    roundsAtReads.push(rounds)
    return { flow }
  })
  isOver = true
  await counting
  expect(linked).toHaveLength(3)
  expect(new Set(roundsAtReads).size).toBe(3)
})
