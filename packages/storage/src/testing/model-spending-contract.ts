import { describe, expect, it } from 'vitest'
import type { Storage } from '../storage.js'
import { modelReservation, spentOnModel } from './rows.js'

/** Contract of `Storage` implementations: budgets for language models. Workspaces are seeded. */
export function modelSpendingContract(use: () => Storage): void {
  const day = 86_400_000
  let made = 0
  const reserve = (
    ceilings: Parameters<Storage['modelSpending']['reserve']>[1],
    change: Parameters<typeof modelReservation>[1] = {},
    expiredBefore = 0,
  ) => use().modelSpending.reserve(modelReservation(`held${++made}`, change), ceilings, expiredBefore)
  const reserved = { answer: 'reserved' }

  describe('spending on language models', () => {
    it('reserves up to the ceiling and no further, however many ask at once', async () => {
      const ceilings = { bot: { dayTokens: 1_050 } }
      const outcomes = await Promise.all(Array.from({ length: 50 }, () => reserve(ceilings)))
      expect(outcomes.filter(({ answer }) => answer === 'reserved')).toHaveLength(10)
      expect(outcomes.find(({ answer }) => answer === 'over')).toEqual({
        answer: 'over',
        level: 'bot',
        ceiling: 'dayTokens',
        used: 1_000,
        max: 1_050,
      })
      expect(await reserve(ceilings, { botId: 'bot2' })).toEqual(reserved)
    })
    it('holds all bots of a workspace against its own ceiling, and no other workspace', async () => {
      const ceilings = { workspace: { monthMicrocents: 500 } }
      expect(await reserve(ceilings)).toEqual(reserved)
      const over = { answer: 'over', level: 'workspace', ceiling: 'monthMicrocents', used: 300, max: 500 }
      expect(await reserve(ceilings, { botId: 'bot2' })).toEqual(over)
      expect(await reserve(ceilings, { workspaceId: 'w2' })).toEqual(reserved)
    })
    it('puts what was used in place of a reservation', async () => {
      await reserve({})
      const budget = { dayTokens: 100, monthMicrocents: 300 }
      expect(await use().modelSpending.settle(spentOnModel(), `held${made}`)).toMatchObject({
        bot: { ...budget, reservedTokens: 0 },
        workspace: { ...budget, reservedMicrocents: 0 },
      })
      expect(await reserve({ bot: { dayTokens: 200 } })).toEqual(reserved)
      expect(await reserve({ bot: { dayTokens: 200 } })).toMatchObject({ answer: 'over', used: 200 })
    })
    it('releases reservations that were never settled, those of other bots too', async () => {
      const ceilings = { workspace: { dayTokens: 250 }, bot: { dayTokens: 150 } }
      await reserve(ceilings, { botId: 'bot2' })
      await reserve(ceilings)
      expect(await reserve(ceilings)).toMatchObject({ answer: 'over' })
      expect(await reserve(ceilings, { madeAt: 30 }, 20)).toEqual(reserved)
      expect(await reserve(ceilings, { madeAt: 30, botId: 'bot2' }, 20)).toEqual(reserved)
    })
    it('begins tokens again with each day, and costs with each month', async () => {
      await use().modelSpending.settle(spentOnModel({ day: '1970-01-01' }))
      const ceilings = { bot: { dayTokens: 150, monthMicrocents: 500 } }
      expect(await reserve(ceilings)).toMatchObject({ ceiling: 'dayTokens' })
      expect(await reserve(ceilings, { madeAt: day })).toMatchObject({ ceiling: 'monthMicrocents', used: 300 })
      expect(await reserve(ceilings, { madeAt: 31 * day })).toEqual(reserved)
    })
    it('adds up the calls of each day by bot, provider and model', async () => {
      const { settle, totals, removeBefore } = use().modelSpending
      await settle(spentOnModel({ day: '2026-10-31' }))
      await settle(spentOnModel({ day: '2026-11-01' }))
      await settle(spentOnModel({ day: '2026-11-02' }))
      await settle(spentOnModel({ day: '2026-11-02', botId: 'bot2', model: 'other', inputTokens: 500 }))
      await settle(spentOnModel({ day: '2026-11-02', workspaceId: 'w2' }))
      const { day: _, blockId: __, ...row } = spentOnModel()
      const named = { ...row, botName: null }
      const twice = { ...named, calls: 2, inputTokens: 160, outputTokens: 40, cachedTokens: 10, microcents: 600 }
      const other = { ...named, botId: 'bot2', model: 'other', inputTokens: 500 }
      expect(await totals('w1', '2026-11-01')).toEqual([other, twice])
      expect(await totals('w1', '2026-11-01', 'bot1')).toEqual([twice])
      expect(await removeBefore('2026-11-01')).toBe(1)
      expect(await totals('w1', '2026-01-01')).toEqual([other, twice])
    })
    it('adds up the calls of each block of a bot', async () => {
      const { settle, blockTotals } = use().modelSpending
      await settle(spentOnModel({ day: '2026-11-01' }))
      await settle(spentOnModel({ day: '2026-11-02' }))
      await settle(spentOnModel({ day: '2026-11-02', blockId: 'block2', inputTokens: 500 }))
      await settle(spentOnModel({ day: '2026-10-31', blockId: 'block2' }))
      await settle(spentOnModel({ day: '2026-11-02', botId: 'bot2' }))
      const { day: _, workspaceId: __, botId: ___, ...row } = spentOnModel()
      const twice = { ...row, calls: 2, inputTokens: 160, outputTokens: 40, cachedTokens: 10, microcents: 600 }
      expect(await blockTotals('w1', 'bot1', '2026-11-01')).toEqual([
        { ...row, blockId: 'block2', inputTokens: 500 },
        twice,
      ])
    })
    it('counts no call that used nothing up', async () => {
      await use().modelSpending.settle(spentOnModel({ calls: 0, inputTokens: 0, outputTokens: 0, microcents: 0 }))
      expect(await use().modelSpending.totals('w1', '1970-01-01')).toEqual([])
    })
  })
}
