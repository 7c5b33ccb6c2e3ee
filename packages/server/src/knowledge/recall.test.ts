import { knowledge, optionsOf } from '@colloquy/flow/integrations'
import { expect, test } from 'vitest'
import { chunkDocument } from '../documents/chunk-document.js'
import { wordsOf } from '../documents/words-of.js'
import { defaultLimits } from '../limits/limits.js'
import { rankPassages } from './rank-passages.js'
import { recallSet } from './recall-set.js'

const help = { kind: 'markdown', text: recallSet.document, title: 'Help', url: null } as const
const { chunks } = chunkDocument(help, defaultLimits)

function ranked(question: string) {
  const wanted = new Set(wordsOf(question))
  const found = chunks.filter(({ words }) => words.split(' ').some((word) => wanted.has(word)))
  return rankPassages(found, [...wanted])
}

test('The right passage is among the first five for nine of ten questions', () => {
  const missed = recallSet.questions.filter(
    ({ question, heading }) =>
      !ranked(question)
        .slice(0, 5)
        .some(({ passage }) => passage.title.endsWith(heading)),
  )
  const recall = 1 - missed.length / recallSet.questions.length
  console.info(`Recall at 5 of ${recallSet.questions.length} questions: ${recall.toFixed(2)}`, missed)
  expect(recall).toBeGreaterThanOrEqual(0.9)
})

test('The usual threshold lets nine of ten questions about the documents pass, and one of ten about other things', () => {
  const { threshold } = optionsOf(knowledge.actions['Search knowledge'])
  const least = threshold?.kind === 'number' ? threshold.default : undefined
  const share = (questions: readonly string[]) =>
    questions.filter((question) => (ranked(question)[0]?.score ?? 0) >= least!).length / questions.length
  expect(share(recallSet.questions.map(({ question }) => question))).toBeGreaterThanOrEqual(0.9)
  expect(share(recallSet.otherQuestions)).toBeLessThanOrEqual(0.1)
})
