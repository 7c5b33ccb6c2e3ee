import { expect, test } from 'vitest'
import { TurnsByKey } from './turns-by-key.js'

test('calls with the same key run one after another, also after one that fails, and others wait for none', async () => {
  const turns = new TurnsByKey()
  const events: string[] = []
  const call = (name: string, key: string | undefined, fails = false) =>
    turns.inTurn(key, async () => {
      events.push(`${name} begins`)
      await new Promise(setImmediate)
      events.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    })
  const outcomes = await Promise.allSettled([
    call('first', 'a', true),
    call('second', 'a'),
    call('other', 'b'),
    call('free', undefined),
    call('third', 'a'),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'])
  expect(events.filter((event) => /first|second|third/.test(event))).toEqual([
    'first begins',
    'first ends',
    'second begins',
    'second ends',
    'third begins',
    'third ends',
  ])
  expect(events.indexOf('other begins')).toBeLessThan(events.indexOf('first ends'))
  expect(events.indexOf('free begins')).toBeLessThan(events.indexOf('first ends'))
})
