import type { Effect, Effectful, EffectOutcome } from '@colloquy/engine'
import { expect, test } from 'vitest'
import { drive, type EffectHandlers } from '../effects/effects.js'
import { TurnBudget } from '../effects/turn-budget.js'
import { defaultLimits } from '../limits/limits.js'
import { LongWork } from '../process/long-work.js'

const response = (length: number) => ({ answer: 'response', status: 200, text: 'x'.repeat(length) })

/** Runs a turn of a workspace with one call whose answer has `length` characters; returns what its flow and its recording received. */
async function turnOf(workspaceId: string, length: number, longWork: LongWork) {
  const recorded: EffectOutcome[] = []
  function* calling(): Effectful<EffectOutcome> {
    return (yield { kind: 'http' } as Effect) as EffectOutcome
  }
  const scope = { workspaceId, budget: new TurnBudget(defaultLimits) } as never
  const effectHandlers = { http: async () => response(length) } as unknown as EffectHandlers
  const told = await drive(calling(), scope, {
    effectHandlers,
    longWork,
    onOutcome: (_effect, outcome) => recorded.push(outcome),
  })
  return { told, recorded }
}

test('a response of megabytes fails when too many of its workspace wait already, and is recorded as failed', async () => {
  let now = 1_000
  const longWork = new LongWork({ waitingLongBytes: 1 }, undefined, () => now)
  longWork.notice('other')
  longWork.notice('hog')
  await longWork.run('hog', 1_000_000, () => {
    now += 300
  })
  void longWork.enter('hog', 1_000_000)
  const { told, recorded } = await turnOf('hog', 300_000, longWork)
  expect(told).toMatchObject({ kind: 'http', answer: 'failed', reason: expect.stringContaining('are waiting') })
  expect(recorded).toEqual([told])
  expect((await turnOf('hog', 1_000, longWork)).told).toMatchObject({ answer: 'response' })
})
