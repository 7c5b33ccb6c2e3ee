import type { Effect, EffectOutcome } from '@colloquy/engine'
import { expect, test } from 'vitest'
import { defaultLimits } from '../limits/limits.js'
import { TurnBudget } from './turn-budget.js'

test('once the time of a turn is used up, its calls and scripts fail without being made, and what reads stored data continues', async () => {
  const reached: string[] = []
  const budget = new TurnBudget({ ...defaultLimits, turnTotalMilliseconds: 0 }, (name) => reached.push(name))
  let made = 0
  const spend = (kind: Effect['kind']) =>
    budget.spend({ kind } as Effect, async () => {
      made += 1
      return { kind, answer: 'made' } as unknown as EffectOutcome
    })
  const reason = expect.stringContaining('more than 0 ms')
  expect(await spend('http')).toEqual({ kind: 'http', answer: 'failed', reason })
  expect(await spend('script')).toMatchObject({ kind: 'script', ok: false, message: reason })
  expect(made).toBe(0)
  expect(await spend('transcript')).toMatchObject({ answer: 'made' })
  expect(reached).toEqual(['turnTotalMilliseconds'])
})

test('a call that is still in progress when the time of its turn is used up fails', async () => {
  const budget = new TurnBudget({ ...defaultLimits, turnTotalMilliseconds: 20 })
  const outcome = await budget.spend({ kind: 'http' } as Effect, () => new Promise<never>(() => {}))
  expect(outcome).toEqual({ kind: 'http', answer: 'failed', reason: expect.stringContaining('more than 20 ms') })
})
