import { expect, test } from 'vitest'
import { answer, shownInput } from '../testing/ask.js'
import { fakeContext } from '../testing/fake-context.js'
import { pictureChoiceInput } from './runtime.js'

const items = [
  { id: 'i1', title: 'Cat', pictureSrc: 'https://x.co/cat.png' },
  { id: 'i2', title: 'Dog', value: 'DOGGO' },
  { id: 'i3', pictureSrc: 'https://x.co/none.png' },
]

test.each([
  ['i1', 'Cat'],
  ['Dog', 'DOGGO'],
  ['https://x.co/none.png', 'https://x.co/none.png'],
  ['Bird', '(rejected)'],
])('%j chooses %s', (text, expected) => {
  expect(answer(pictureChoiceInput, { items }, text)).toBe(expected)
})

test('with several allowed, items are named in display order', () => {
  expect(answer(pictureChoiceInput, { items, options: { isMultipleChoice: true } }, 'Dog, Cat')).toBe('Cat, DOGGO')
})

test('items are made from parallel lists', () => {
  const dynamicItems = { isEnabled: true, pictureSrcsVariableId: 'P', titlesVariableId: 'T' }
  const block = { id: 'b', type: 'picture choice input', items, options: { dynamicItems } } as never
  expect(shownInput(pictureChoiceInput, block, fakeContext({ P: ['p', null, 'q'], T: ['A', 'B'] })).items).toEqual([
    { id: '0', pictureSrc: 'p', title: 'A', description: '' },
    { id: '1', pictureSrc: 'q', title: '', description: '' },
  ])
})
