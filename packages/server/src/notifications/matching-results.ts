import type { ResultCondition } from '@colloquy/api'
import type { BotRow, DueNotice, NotificationRule, ResultRow } from '@colloquy/storage'
import { resultsWanted } from '../results/result-query.js'
import type { Needs } from '../service.js'

/** The conditions of a rule, which were checked when it was made. */
export const conditionsOf = ({ filter }: Pick<NotificationRule, 'filter'>): ResultCondition[] =>
  filter === null ? [] : JSON.parse(filter)

/** The results of these notices that were not deleted and match the filter of the rule, in their order. */
export async function matchingResults(
  service: Needs<'storage' | 'now'>,
  bot: BotRow,
  rule: Pick<NotificationRule, 'filter' | 'timeZone'>,
  notices: readonly DueNotice[],
): Promise<ResultRow[]> {
  const found: ResultRow[] = []
  for (const { resultId } of notices) {
    const result = await service.storage.results.get(bot.workspaceId, bot.id, resultId)
    if (result && !result.isDeleted && (await matches(service, bot, rule, result))) found.push(result)
  }
  return found
}

async function matches(
  { storage, now }: Needs<'storage' | 'now'>,
  { workspaceId, id: botId }: BotRow,
  rule: Pick<NotificationRule, 'filter' | 'timeZone'>,
  { id, createdAt, hasStarted }: ResultRow,
): Promise<boolean> {
  const { timeZone } = rule
  const filters = conditionsOf(rule)
  if (filters.length === 0) return true
  const wanted = resultsWanted({ timeFilter: 'allTime', timeZone, hasStarted, filters }, now())
  const { from = createdAt, to = createdAt + 1 } = wanted.range
  const span = { workspaceId, botId, from: Math.max(from, createdAt), to: Math.min(to, createdAt + 1) }
  if (span.from >= span.to) return false
  const isIn = async (conditions: Parameters<typeof storage.resultSearch.page>[1]) =>
    (await storage.resultSearch.page(span, conditions, ofOneMoment)).rows.some((row) => row.id === id)
  if (await isIn(wanted.filter ?? {})) return true
  // A replica may not have the result yet.
  if (!(await isIn(hasStarted ? {} : { hasStarted }))) throw new NotSearchable()
  return false
}

/** Thrown for a result that searches do not find yet. */
export class NotSearchable extends Error {}

/** More results than begin in one millisecond. */
const ofOneMoment = { limit: 100, bytes: 10_000_000 }
