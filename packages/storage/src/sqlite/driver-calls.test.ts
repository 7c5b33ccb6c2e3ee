import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { driverCallsIn, newDriverCalls, outsideOfDriver } from './driver-calls.js'

test('a thread is not ended while it loads the driver, nor during a call', async () => {
  const calls = newDriverCalls()
  const events: string[] = []
  const ended = outsideOfDriver(calls).then(() => events.push('ended'))
  await setImmediate()
  events.push('loaded')
  driverCallsIn(calls)
  await ended
  expect(events).toEqual(['loaded', 'ended'])

  const others = newDriverCalls()
  const inDriver = driverCallsIn(others)
  let left: Promise<unknown> | undefined
  inDriver(() => {
    left = outsideOfDriver(others).then(() => events.push('ended'))
    events.push('called')
  })
  await left
  expect(events.slice(2)).toEqual(['called', 'ended'])
})
