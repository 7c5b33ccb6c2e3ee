import type { ModelTotals } from '@colloquy/storage'
import { dayOf } from '../day-of.js'
import type { Service } from '../service.js'

/** Usage of language models by a workspace, or by one of its bots, today and this month. */
export async function modelSpending(
  { storage, config, now }: Pick<Service, 'storage' | 'config' | 'now'>,
  workspaceId: string,
  botId?: string,
) {
  const [today, rows] = await Promise.all(
    [dayOf(now()), firstOfMonth(now())].map((from) => storage.modelSpending.totals(workspaceId, from, botId)),
  )
  const currency = config.modelPrices?.currency ?? null
  return { currency, today: sumOf(today ?? []), month: sumOf(rows ?? []), rows: rows ?? [] }
}

/** Returns the first day of a month. */
export const firstOfMonth = (at: number): string => `${dayOf(at).slice(0, 7)}-01`

/** The row of one model as the API returns it. */
export const modelDocument = (row: Omit<ModelTotals, 'workspaceId' | 'botId' | 'botName'>) => ({
  provider: row.provider,
  model: row.model,
  ...spentOf(row),
})

type Counts = Pick<ModelTotals, 'calls' | 'inputTokens' | 'outputTokens' | 'cachedTokens' | 'microcents'>

const spentOf = ({ calls, inputTokens, outputTokens, cachedTokens, microcents }: Counts) => ({
  calls,
  inputTokens,
  outputTokens,
  cachedTokens,
  cost: microcents / 100_000_000,
})

function sumOf(rows: readonly Counts[]) {
  const sum = { calls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0, microcents: 0 }
  for (const row of rows) {
    sum.calls += row.calls
    sum.inputTokens += row.inputTokens
    sum.outputTokens += row.outputTokens
    sum.cachedTokens += row.cachedTokens
    sum.microcents += row.microcents
  }
  return spentOf(sum)
}
