import { expect, test } from 'vitest'
import { chunkDocument } from './knowledge-job.js'
import { rankPassages } from './rank-passages.js'
import { recallSet } from './recall-set.js'
import { wordsOf } from './words-of.js'

test('The right passage is among the first five for nine of ten questions', () => {
  const chunked = chunkDocument({ kind: 'markdown', text: recallSet.document, title: 'Help', url: null })
  const chunks = 'chunks' in chunked ? chunked.chunks : []
  const missed = recallSet.questions.filter(({ question, heading }) => {
    const wanted = new Set(wordsOf(question))
    const found = chunks.filter(({ words }) => words.split(' ').some((word) => wanted.has(word)))
    const best = rankPassages(found, [...wanted]).slice(0, 5)
    return !best.some(({ passage }) => passage.title.endsWith(heading))
  })
  const recall = 1 - missed.length / recallSet.questions.length
  console.info(`Recall at 5 of ${recallSet.questions.length} questions: ${recall.toFixed(2)}`, missed)
  expect(recall).toBeGreaterThanOrEqual(0.9)
})
