import type { AnswerSummaryStore, NewestText, OriginSpan } from '@colloquy/storage'
import { ChoiceStatistics } from './choice-statistics.js'
import { NumberStatistics } from './number-statistics.js'
import type { Question } from './questions-of.js'

interface SummarizedQuestion {
  question: Question
  statistics: ChoiceStatistics | NumberStatistics | undefined
  newest: NewestText[]
  answers: number
  results: number
  left: number
}

/**
 * Summarizes the answers of the newest results of a span: counts for questions with choices or numbers, the newest answers for others.
 * Stops after the page in which `maxResults` is reached. Each page is read in the thread for long reads, or on the database server.
 */
export async function summarizeAnswers(
  store: AnswerSummaryStore,
  span: OriginSpan,
  questions: readonly Question[],
  maxResults: number,
) {
  const all = new Map(questions.map((question) => [question.blockId, tallied(question)]))
  const counted = [...all].flatMap(([id, { statistics }]) => (statistics ? [id] : []))
  let results = 0
  let otherAnswers = 0
  let to = span.to
  let isCut = false
  for (;;) {
    const rest: OriginSpan = { ...span, ...(to !== undefined && { to }) }
    const piece = await store.page(rest, counted)
    results += piece.results
    for (const { blockId, content, answers, left } of piece.counts) {
      const one = all.get(blockId)
      if (!one) {
        otherAnswers += answers
        continue
      }
      one.answers += answers
      one.left += left
      if (content !== null) one.statistics?.add(content, answers)
    }
    for (const { blockId, results } of piece.answered) {
      const one = all.get(blockId)
      if (one) one.results += results
    }
    const lacking = piece.answered.flatMap(({ blockId }) => (lacksTexts(all.get(blockId)) ? [blockId] : []))
    if (lacking.length > 0) {
      const read: OriginSpan = piece.next === undefined ? rest : { ...rest, from: piece.next }
      for (const text of await store.listTexts(read, lacking, maxTexts)) {
        const one = all.get(text.blockId)
        if (lacksTexts(one)) one?.newest.push(text)
      }
    }
    if (piece.next === undefined) break
    to = piece.next
    isCut = results >= maxResults
    if (isCut) break
  }
  return { results, otherAnswers, readFrom: isCut ? (to as number) : undefined, questions: [...all.values()] }
}

export type AnswerSummary = Awaited<ReturnType<typeof summarizeAnswers>>

const maxTexts = 5

const lacksTexts = (one: SummarizedQuestion | undefined) =>
  one !== undefined && !one.statistics && one.newest.length < maxTexts

function tallied(question: Question): SummarizedQuestion {
  const { answerKind: it } = question
  const statistics =
    it.kind === 'choices'
      ? new ChoiceStatistics(it.choices, it.isMultiple)
      : it.kind === 'numbers'
        ? new NumberStatistics(it.scale)
        : undefined
  return { question, statistics, newest: [], answers: 0, results: 0, left: 0 }
}
