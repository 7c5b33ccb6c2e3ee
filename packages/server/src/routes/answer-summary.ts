import { ApiError } from '@colloquy/api'
import type { Flow } from '@colloquy/flow'
import { readableBot } from '../access/access.js'
import { questionsOf } from '../answer-summary/questions-of.js'
import { type AnswerSummary, summarizeAnswers } from '../answer-summary/summarize-answers.js'
import { shownFlow } from '../bots/shown-flow.js'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { timeRange } from '../results/time-filter.js'

export const answerSummaryHandlers: Handlers<'getAnswerSummary'> = {
  async getAnswerSummary({ storage, config, metrics, now }, { caller, params, query }) {
    const { bot } = await readableBot(storage, caller, params.botId)
    const { releaseId, timeFilter, timeZone } = query
    const period = timeRange(timeFilter, timeZone, now())
    const live =
      releaseId === undefined
        ? { from: undefined, to: undefined }
        : await storage.answerSummary.findReleaseSpan(bot.workspaceId, bot.id, releaseId)
    const release = releaseId === undefined ? undefined : await storage.releases.get(releaseId)
    if (!live || (releaseId !== undefined && !release)) throw new ApiError('release_not_found')
    const flow = release ? (JSON.parse(release.flow) as Flow) : await shownFlow(storage, bot)
    const { summarizedResults } = config.limits
    const span = { workspaceId: bot.workspaceId, botId: bot.id, ...overlap(period, live) }
    const summary = await summarizeAnswers(storage.answerSummary, span, questionsOf(flow), summarizedResults)
    if (summary.readFrom !== undefined) metrics.limitReached('summarizedResults')
    return documentOf(summary)
  },
}

interface Bounds {
  from?: number | undefined
  to?: number | undefined
}

/** The time that lies in both. */
function overlap(one: Bounds, other: Bounds): { from?: number; to?: number } {
  const starts = [one.from, other.from].filter((at) => at !== undefined)
  const ends = [one.to, other.to].filter((at) => at !== undefined)
  return {
    ...(starts.length > 0 && { from: Math.max(...starts) }),
    ...(ends.length > 0 && { to: Math.min(...ends) }),
  }
}

function documentOf({ results, otherAnswers, readFrom, questions }: AnswerSummary) {
  return {
    results,
    otherAnswers,
    readFrom: readFrom === undefined ? null : timestamp(readFrom),
    questions: questions.map(({ question, tally, newest, ...counts }) => {
      const { answerKind: _, ...named } = question
      const texts = newest.map(({ resultId, createdAt, text, isCut }) => ({
        resultId,
        createdAt: timestamp(createdAt),
        text,
        isCut,
      }))
      return { ...named, ...counts, summary: tally ? tally.summary() : { kind: 'texts' as const, newest: texts } }
    }),
  }
}
