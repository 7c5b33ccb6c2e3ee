import { expect, test } from 'vitest'
import { answer, parse, shownInput } from '../testing/ask.js'
import { fakeContext } from '../testing/fake-context.js'
import { choiceInput } from './runtime.js'

const hidden = { isEnabled: true, condition: { comparisons: [{ id: 'c' }] } }
const items = [
  { id: 'i1', content: 'Apple', outgoingEdgeId: 'e1' },
  { id: 'i2', content: 'Apple pie', value: 'PIE', outgoingEdgeId: 'e2' },
  { id: 'i3', content: '{{Aux}}' },
  { id: 'i4', content: 'Hidden', displayCondition: hidden },
]
const context = fakeContext({ Aux: 'Cherry' })

test.each([
  ['Apple', 'Apple', 'e1'],
  [' Apple pie ', 'PIE', 'e2'],
  ['PIE', 'PIE', 'e2'],
  ['i1', 'Apple', 'e1'],
  ['Cherry', 'Cherry', undefined],
])('%j chooses %s', (text, content, edgeId) => {
  expect(parse(choiceInput, { items }, text, context)).toEqual({ kind: 'accepted', content, ...(edgeId && { edgeId }) })
})

test.each(['apple', '1', 'Banana', 'Hidden', ''])('%j chooses nothing', (text) => {
  expect(answer(choiceInput, { items }, text, context)).toBe('(rejected)')
})

// biome-ignore lint/correctness/useYield: nothing is compared here
function* always() {
  return true
}

test('an item is shown once its condition is met', () => {
  const shown = shownInput(choiceInput, { id: 'b', type: 'choice input', items } as never, context)
  expect(shown.items?.map(({ id }) => id)).toEqual(['i1', 'i2', 'i3'])
  const met = fakeContext({ Aux: 'Cherry' }, { isMet: always })
  expect(answer(choiceInput, { items }, 'Hidden', met)).toBe('Hidden')
})

test.each([
  ['Cherry, Apple', 'Apple, Cherry'],
  ['I want apple and CHERRY please', 'Apple, Cherry'],
  ['1, 3', 'Apple, Cherry'],
  ['i1, i2', 'Apple, PIE'],
  ['PIE', 'PIE'],
  ['Apple pie', 'PIE'],
  ['Apple  pie, Apple', 'Apple, PIE'],
  ['Banana, Apple', 'Apple'],
  ['Apples', '(rejected)'],
])('with several allowed, %j chooses %s', (text, expected) => {
  expect(answer(choiceInput, { items, options: { isMultipleChoice: true } }, text, context)).toBe(expected)
})

test.each([
  [
    ['One', null, '', 'Two', 'One'],
    ['One', 'Two'],
  ],
  ['["One", 2]', ['One', '2']],
  ['[not json', ['[not json']],
])('items are made from %j', (list, contents) => {
  const block = { id: 'b', type: 'choice input', items, options: { dynamicVariableId: 'List' } } as never
  const shown = shownInput(choiceInput, block, fakeContext({ List: list }))
  expect(shown.items).toEqual(contents.map((content, index) => ({ id: `choice${index}`, content })))
})

test('an unset list leaves the items of the block', () => {
  const block = { items: [{ id: 's', content: 'static' }], options: { dynamicVariableId: 'List' } }
  expect(answer(choiceInput, block, 'static')).toBe('static')
})

test('leaves by the edges of its items, and by its own last', () => {
  const block = { items, outgoingEdgeId: 'own' }
  expect(choiceInput.exits(block as never)).toEqual(['e1', 'e2', 'own'])
  expect(choiceInput.exits({ ...block, options: { isMultipleChoice: true } } as never)).toEqual(['own'])
})

test('a huge reply and many items take no time', () => {
  const many = Array.from({ length: 1000 }, (_, index) => ({ id: `i${index}`, content: `a a a ${index}` }))
  const options = { isMultipleChoice: true }
  expect(answer(choiceInput, { items: many, options }, 'a '.repeat(500_000))).toBe('(rejected)')
})

test('answers are summed up by the items, under their values, but for those that hold a variable or come from a list', () => {
  expect(choiceInput.answerKind?.({ id: 'b', type: 'choice input', items } as never)).toEqual({
    kind: 'choices',
    isMultiple: false,
    choices: [
      { content: 'Apple', label: 'Apple' },
      { content: 'PIE', label: 'Apple pie' },
      { content: 'Hidden', label: 'Hidden' },
    ],
  })
  const options = { dynamicVariableId: 'List', isMultipleChoice: true }
  expect(choiceInput.answerKind?.({ id: 'b', type: 'choice input', items, options } as never)).toEqual({
    kind: 'choices',
    isMultiple: true,
    choices: [],
  })
})
