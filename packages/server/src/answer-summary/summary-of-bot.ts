import { ApiError, type OriginQuery } from '@colloquy/api'
import type { BotRow } from '@colloquy/storage'
import { flowOf } from '../bots/flow-of.js'
import { shownFlow } from '../bots/shown-flow.js'
import { originOf } from '../results/result-query.js'
import type { Service } from '../service.js'
import { questionsOf } from './questions-of.js'
import { type AnswerSummary, summarizeAnswers } from './summarize-answers.js'

/** Which results of a bot count, in milliseconds. */
export type SummarySpan = OriginQuery & { from?: number | undefined; to?: number | undefined }

/** The span as the storage takes it. */
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

/** Sums up answers by the questions of the release that is asked for, else of the live one, else of the draft. Throws `release_not_found`. */
export async function summaryOfBot(
  { storage, config, metrics }: Service,
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
