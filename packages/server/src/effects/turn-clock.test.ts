import { expect, test } from 'vitest'
import { TurnClock } from './turn-clock.js'

function compute(milliseconds: number) {
  for (const until = performance.now() + milliseconds; performance.now() < until; );
}

test('what a turn computes between effects counts together, until a pause', () => {
  const clock = new TurnClock(2_000)
  for (let effect = 0; effect < 3; effect++) {
    clock.start()
    compute(4)
    clock.stop()
  }
  clock.start()
  expect(clock.isPauseDue()).toBe(true)
  clock.stop()
  clock.startAnew()
  expect(clock.isPauseDue()).toBe(false)
})
