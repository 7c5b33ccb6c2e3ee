import { expect, test } from 'vitest'
import { mergeRanks } from './merge-ranks.js'

test('Passages of two lists are ranked by the sum of their reciprocal ranks, with the better score', () => {
  const byWords = ['a', 'b', 'c'].map((id) => ({ id, score: 0.5 }))
  const byMeaning = ['c', 'd', 'b'].map((id, index) => ({ id, score: 0.9 - index / 10 }))
  // 1/(60 + place): c 1/63 + 1/61, b 1/62 + 1/63, a 1/61, d 1/62.
  expect(mergeRanks(byWords, byMeaning)).toEqual([
    { id: 'c', score: 0.9 },
    { id: 'b', score: 0.7 },
    { id: 'a', score: 0.5 },
    { id: 'd', score: 0.8 },
  ])
})
