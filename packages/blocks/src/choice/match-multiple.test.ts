import { expect, test } from 'vitest'
import { withoutEffects } from '../testing/ask.js'
import { matchMultiple } from './match-multiple.js'

const candidates = (labels: string[]) => labels.map((label, index) => ({ id: `id${index}`, label }))
const labelsIn = (text: string, labels: string[]) =>
  chosenBy({ type: 'text', text }, candidates(labels)).map(({ label }) => label)

const chosenBy = (reply: Parameters<typeof matchMultiple>[0], items: Parameters<typeof matchMultiple>[1]) =>
  withoutEffects(matchMultiple(reply, items, { isPauseDue: false }))

const same = [
  { id: 'a', label: 'Book' },
  { id: 'b', label: 'Book' },
  { id: 'c', label: 'Ask' },
]

test.each([
  [['c', 'b'], ['b', 'c'], 'in the order of the items'],
  [['b', 'gone'], ['b'], 'without those that no item has'],
  [['gone'], ['a'], 'and the text decides where none is known'],
  [[], ['a'], 'and the text decides without any'],
])('of several items the ids %j choose %j: %3$s', (replyIds, expected) => {
  const chosen = chosenBy({ type: 'text', text: 'Book', metadata: { replyIds } }, same)
  expect(chosen.map(({ id }) => id)).toEqual(expected)
})

test('in a text, an id is found before an equally long label of another item', () => {
  const numbered = ['1', '2', '3'].map((label, index) => ({ id: String(index), label }))
  expect(chosenBy({ type: 'text', text: '2' }, numbered).map(({ id }) => id)).toEqual(['2'])
})

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
