import { ApiError, type OriginQuery } from '@colloquy/api'
import type { BotRow } from '@colloquy/storage'
import { originOf } from '../results/result-query.js'
import type { Needs } from '../service.js'
import { flowOf } from '../stored-bots/flow-of.js'
import { shownFlow } from '../stored-bots/shown-flow.js'
import { questionsOf } from './questions-of.js'
import { type AnswerSummary, summarizeAnswers } from './summarize-answers.js'

/** Results of a bot to include; times in milliseconds. */
export type SummarySpan = OriginQuery & { from?: number | undefined; to?: number | undefined }

/** Converts the span for the storage. */
export function storedSpan(bot: BotRow, { from, to, ...query }: SummarySpan) {
  const origin = originOf(query)
  return {
    workspaceId: bot.workspaceId,
    botId: bot.id,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(origin && { origin }),
  }
}

/** Summarizes answers by the questions of the requested release, else of the live one, else of the draft. Throws `release_not_found`. */
export async function summaryOfBot(
  { storage, config, metrics }: Needs<'storage' | 'config' | 'metrics'>,
  bot: BotRow,
  span: SummarySpan,
): Promise<AnswerSummary> {
  const { releaseId } = span
  const release = releaseId === undefined ? undefined : await storage.releases.get(releaseId)
  if (releaseId !== undefined && release?.botId !== bot.id) throw new ApiError('release_not_found')
  const flow = release ? flowOf(release) : await shownFlow(storage, bot)
  const { summarizedResults } = config.limits
  const questions = questionsOf(flow)
  const summary = await summarizeAnswers(storage.answerSummary, storedSpan(bot, span), questions, summarizedResults)
  if (summary.readFrom !== undefined) metrics.limitReached('summarizedResults')
  return summary
}
