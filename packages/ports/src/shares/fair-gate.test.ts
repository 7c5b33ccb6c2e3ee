import { expect, test } from 'vitest'
import { botOf } from '../testing/bot-of.js'
import { FairGate } from './fair-gate.js'
import { Stop } from './stop.js'

const hog = botOf('hog', 'hog')
const other = botOf('other', 'other')
const never = new Stop()

test('work waits for a place, and gives it up when its signal is raised', async () => {
  let waits = 0
  const gate = new FairGate({ slots: 2, onWait: () => (waits += 1) })
  const leave = await gate.enter(hog, never)
  expect(waits).toBe(0)
  const ending = new Stop()
  const given = gate.enter(hog, ending)
  const patient = gate.enter(hog, never)
  expect(waits).toBe(2)
  ending.abort()
  expect(await given).toBeUndefined()
  expect(await gate.enter(hog, ending)).toBeUndefined()
  leave?.()
  expect(await patient).toBeTypeOf('function')
})

test('work is turned away at once where too much of its workspace waits, and that of others is not', async () => {
  const gate = new FairGate({ slots: 2, onWait: () => undefined })
  const entered = Array.from({ length: 30 }, () => gate.enter(hog, never))
  expect(await entered.at(-1)).toBeUndefined()
  expect(await gate.enter(other, never)).toBeTypeOf('function')
})
