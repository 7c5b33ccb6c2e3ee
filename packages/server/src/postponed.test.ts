import { expect, test } from 'vitest'
import { nowOrLater, Postponed } from './postponed.js'

test('a postponed outcome passes through the steps of all who asked for it, each with the result of the one before', async () => {
  const later = new Postponed<number>()
  const asked = nowOrLater<number, string>(Promise.reject(later), (outcome) => `${outcome + 1}`)
  await expect(nowOrLater(asked, async (text) => seen.push(text))).rejects.toBe(later)
  const seen: string[] = []
  later.arrived(1)
  await later.ended()
  expect(seen).toEqual(['2'])
})

test('a step that fails ends a postponed outcome with its error, also for who waits only then', async () => {
  const later = new Postponed()
  later.add(() => Promise.reject(new Error('no space')))
  later.arrived('x')
  await new Promise(setImmediate)
  await expect(later.ended()).rejects.toThrow('no space')
})

test('an outcome that is there passes through at once', async () => {
  expect(await nowOrLater(Promise.resolve(1), (outcome) => outcome + 1)).toBe(2)
})
