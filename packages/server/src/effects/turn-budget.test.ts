import type { Effect, EffectOutcome } from '@colloquy/engine'
import { SharedPool } from '@colloquy/ports/shares'
import { expect, test } from 'vitest'
import { defaultLimits } from '../limits/limits.js'
import { TurnBudget } from './turn-budget.js'

test('once the time of a turn is used up, its calls and scripts fail without being made, and what reads stored data continues', async () => {
  const reached: string[] = []
  const budget = new TurnBudget({ ...defaultLimits, turnTotalMilliseconds: 0 }, (name) => reached.push(name))
  let made = 0
  const spend = (kind: Effect['kind']) =>
    budget.spend('w1', { kind } as Effect, async () => {
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
  const outcome = await budget.spend('w1', { kind: 'http' } as Effect, () => new Promise<never>(() => {}))
  expect(outcome).toEqual({ kind: 'http', answer: 'failed', reason: expect.stringContaining('more than 20 ms') })
})

test('large outcomes of all turns in progress share a pool, and what a turn has held returns to it at its end, for good', async () => {
  const pool = new SharedPool(1_000_000)
  const reached: string[] = []
  const budgets = [1, 2].map(() => new TurnBudget(defaultLimits, (name) => reached.push(name), pool))
  const fetch = (turn: number, bytes: number) =>
    budgets[turn]?.spend('w1', { kind: 'http' } as Effect, async () => {
      return { kind: 'http', answer: 'response', text: 'x'.repeat(bytes) } as EffectOutcome
    })
  expect(await fetch(0, 400_000)).toMatchObject({ answer: 'response' })
  expect(await fetch(1, 400_000)).toMatchObject({ answer: 'failed', reason: expect.stringContaining('all turns') })
  expect(await fetch(1, 1_000)).toMatchObject({ answer: 'response' })
  expect(reached).toEqual(['heldOutcomeBytes'])
  budgets[0]?.end()
  expect(await fetch(1, 400_000)).toMatchObject({ answer: 'response' })
  budgets[1]?.end()
  await fetch(1, 400_000)
  expect(pool.canTake('w2', 1_000_000)).toBe(true)
})
