import { expect, test } from 'vitest'
import { BackgroundPauses } from './background-share.js'

const { signal } = new AbortController()

/** Milliseconds of the second pause after work of 30 ms; `during` runs while the first one lasts. */
async function secondPause(during: () => void): Promise<number> {
  const pauses = new BackgroundPauses()
  const timer = setInterval(during, 1)
  await pauses.after(30, signal)
  clearInterval(timer)
  const began = performance.now()
  await pauses.after(30, signal)
  return performance.now() - began
}

function compute(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

test('background work pauses three times as long as it took while others use the main thread', async () => {
  expect(await secondPause(() => compute(5))).toBeGreaterThan(85)
})

test('background work pauses only as long as it took while nobody else uses the main thread', async () => {
  const pauses: number[] = []
  for (let attempt = 0; attempt < 5; attempt++) pauses.push(await secondPause(() => {}))
  expect(Math.min(...pauses)).toBeLessThan(85)
})
