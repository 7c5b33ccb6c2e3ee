import { expect, test } from 'vitest'
import { BackgroundPauses } from './background-share.js'

const { signal } = new AbortController()

test('background work pauses three times as long as it took while others use the main thread, and else only as long', async () => {
  let utilization = 0.5
  const pauses = new BackgroundPauses(() => () => ({ utilization }))
  await pauses.after(1, signal)
  expect(pauses.length(30)).toBe(90)
  utilization = 0.05
  await pauses.after(1, signal)
  expect(pauses.length(30)).toBe(30)
})

test('what computes on the main thread during a pause makes the next one longer', async () => {
  const pauses = new BackgroundPauses()
  const timer = setInterval(() => {
    for (const end = performance.now() + 5; performance.now() < end; );
  }, 1)
  await pauses.after(30, signal)
  clearInterval(timer)
  expect(pauses.length(30)).toBe(90)
})

test('waits for the pause, and ends it when it is aborted', async () => {
  const began = performance.now()
  await new BackgroundPauses().after(10, signal)
  expect(performance.now() - began).toBeGreaterThan(28)
  await expect(new BackgroundPauses().after(10_000, AbortSignal.abort())).rejects.toThrow(/abort/i)
})
