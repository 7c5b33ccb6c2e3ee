import { expect, test } from 'vitest'
import { matchMultiple } from './match-multiple.js'

const candidates = (labels: string[]) => labels.map((label, index) => ({ id: `id${index}`, label }))
const labelsIn = (text: string, labels: string[]) => matchMultiple(text, candidates(labels)).map(({ label }) => label)

test('phrases are found as whole words, in any case, with any white space between their words', () => {
  const labels = ['Apple', 'Apple pie', 'C++ (new)', 'Éclair', 'Pie']
  expect(labelsIn('an apple   PIE, éclair and c++ (new)', labels)).toEqual(['Apple pie', 'C++ (new)', 'Éclair'])
  expect(labelsIn('apples, pies', labels)).toEqual([])
})

test('items that are searched for beyond the budget are not found', () => {
  const words = Array.from({ length: 5_000 }, (_, index) => `w${index}`)
  const found = labelsIn(words.join(' '), words)
  expect(found.length).toBeGreaterThan(300)
  expect(found.length).toBeLessThan(words.length)
})
