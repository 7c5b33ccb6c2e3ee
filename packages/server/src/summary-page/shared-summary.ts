import { ApiError } from '@colloquy/api'
import type { BotRow, Counts, SummaryLink } from '@colloquy/storage'
import { stillMay } from '../access/access.js'
import type { ChoiceStatistics } from '../answer-summary/choice-statistics.js'
import type { NumberStatistics } from '../answer-summary/number-statistics.js'
import type { AnswerSummary } from '../answer-summary/summarize-answers.js'
import { storedSpan, summaryOfBot } from '../answer-summary/summary-of-bot.js'
import { originQueryOf } from '../results/result-query.js'
import type { Needs } from '../service.js'
import { boundsOf, readSpan } from './link-span.js'

/** Contents of the page of a link: nothing in it leads to a result or a visitor. */
export interface SharedSummary {
  counts: Counts
  results: number
  readFrom: number | null
  questions: SharedQuestion[]
}

export interface SharedQuestion {
  title: string
  answers: number
  results: number
  summary: ReturnType<ChoiceStatistics['summary']> | ReturnType<NumberStatistics['summary']> | SharedTexts
}

interface SharedTexts {
  kind: 'texts'
  /** Null if the link does not show what visitors wrote. */
  newest: { text: string; isCut: boolean }[] | null
}

/** Returns the bot that a link may show; undefined when it may not, for whatever reason. */
export async function sharedBot(
  { storage, now }: Needs<'storage' | 'now'>,
  link: SummaryLink,
): Promise<BotRow | undefined> {
  if (link.expiresAt !== null && link.expiresAt <= now()) return undefined
  const bot = await storage.bots.find(link.botId)
  if (!bot || bot.isDeleted) return undefined
  if (link.authorId !== null && !(await stillMay(storage, link.authorId, 'results.share', bot))) return undefined
  const workspace = await storage.workspaces.get(bot.workspaceId)
  return workspace && !workspace.isSuspended && !workspace.isPastDue ? bot : undefined
}

/** Returns null when the release that the link shows no longer exists. */
export async function sharedSummary(
  service: Needs<'storage' | 'config' | 'metrics' | 'now'>,
  link: SummaryLink,
  bot: BotRow,
): Promise<SharedSummary | null> {
  const asked = readSpan(link)
  const span = { ...originQueryOf(asked), ...boundsOf(asked, service.now()) }
  try {
    const summary = await summaryOfBot(service, bot, span)
    const counts = await service.storage.analytics.totals(storedSpan(bot, span))
    return shownTo(summary, counts, link.showsTexts)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'release_not_found') return null
    throw error
  }
}

function shownTo({ results, readFrom, questions }: AnswerSummary, counts: Counts, showsTexts: boolean): SharedSummary {
  return {
    counts,
    results,
    readFrom: readFrom ?? null,
    questions: questions.map(({ question, statistics, newest, answers, results }) => ({
      title: question.text ?? question.label,
      answers,
      results,
      summary:
        statistics?.summary({ hidesGiven: !showsTexts }) ??
        ({ kind: 'texts', newest: showsTexts ? newest.map(({ text, isCut }) => ({ text, isCut })) : null } as const),
    })),
  }
}
