import { ApiError } from '@colloquy/api'
import type { Flow } from '@colloquy/flow'
import { readableBot } from '../access/access.js'
import { questionsOf } from '../answer-summary/questions-of.js'
import { type AnswerSummary, summarizeAnswers } from '../answer-summary/summarize-answers.js'
import { shownFlow } from '../bots/shown-flow.js'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { originOf } from '../results/result-query.js'
import { timeRange } from '../results/time-filter.js'

export const answerSummaryHandlers: Handlers<'getAnswerSummary'> = {
  async getAnswerSummary({ storage, config, metrics, now }, { caller, params, query }) {
    const { bot } = await readableBot(storage, caller, params.botId)
    const { releaseId, timeFilter, timeZone } = query
    const release = releaseId === undefined ? undefined : await storage.releases.get(releaseId)
    if (releaseId !== undefined && release?.botId !== bot.id) throw new ApiError('release_not_found')
    const flow = release ? (JSON.parse(release.flow) as Flow) : await shownFlow(storage, bot)
    const { summarizedResults } = config.limits
    const origin = originOf(query)
    const span = {
      workspaceId: bot.workspaceId,
      botId: bot.id,
      ...timeRange(timeFilter, timeZone, now()),
      ...(origin && { origin }),
    }
    const summary = await summarizeAnswers(storage.answerSummary, span, questionsOf(flow), summarizedResults)
    if (summary.readFrom !== undefined) metrics.limitReached('summarizedResults')
    return documentOf(summary)
  },
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
