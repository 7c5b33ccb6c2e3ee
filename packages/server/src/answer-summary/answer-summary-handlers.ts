import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { timeRange } from '../results/time-filter.js'
import type { AnswerSummary } from './summarize-answers.js'
import { summaryOfBot } from './summary-of-bot.js'

export const answerSummaryHandlers: Handlers<'getAnswerSummary'> = {
  async getAnswerSummary(service, { query, bot }) {
    const { timeFilter, timeZone, ...origin } = query
    const range = timeRange(timeFilter, timeZone, service.now())
    return documentOf(await summaryOfBot(service, bot, { ...origin, ...range }))
  },
}

function documentOf({ results, otherAnswers, readFrom, questions }: AnswerSummary) {
  return {
    results,
    otherAnswers,
    readFrom: readFrom === undefined ? null : timestamp(readFrom),
    questions: questions.map(({ question, statistics, newest, ...counts }) => {
      const { answerKind: _, ...named } = question
      const texts = newest.map(({ resultId, createdAt, text, isCut }) => ({
        resultId,
        createdAt: timestamp(createdAt),
        text,
        isCut,
      }))
      return {
        ...named,
        ...counts,
        summary: statistics ? statistics.summary() : { kind: 'texts' as const, newest: texts },
      }
    }),
  }
}
