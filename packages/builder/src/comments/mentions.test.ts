import { describe, expect, test } from 'vitest'
import { labelled, mentionsAt, partsOf, withReferences } from './mentions.js'

const people = [
  { id: 'ada', label: 'Ada' },
  { id: 'lovelace', label: 'Ada Lovelace' },
  { id: 'grace', label: 'Grace Hopper' },
  { id: 'odd', label: 'C++ (Köln)' },
]

describe('labelled', () => {
  test('names people by their names, with the address where two have the same one, and by the address without a name', () => {
    const given = [
      { id: '1', name: 'Ada', email: 'a@x.example' },
      { id: '2', name: 'Ada', email: 'b@x.example' },
      { id: '3', name: null, email: 'c@x.example' },
      { id: '4', name: 'Grace', email: 'd@x.example' },
      { id: '5', name: null, email: null },
    ]
    expect(labelled(given)).toEqual([
      { id: '1', label: 'Ada (a@x.example)' },
      { id: '2', label: 'Ada (b@x.example)' },
      { id: '3', label: 'c@x.example' },
      { id: '4', label: 'Grace', hint: 'd@x.example' },
    ])
  })
})

describe('mentionsAt', () => {
  const at = (text: string) => mentionsAt(text, text.length, people)?.found.map(({ id }) => id)

  test.each([
    ['@', ['ada', 'lovelace', 'grace', 'odd']],
    ['Hello @ad', ['ada', 'lovelace']],
    ['(@hop', ['grace']],
    ['@Ada L', ['lovelace']],
    ['one\n@gra', ['grace']],
    ['ada@x', undefined],
    ['@Ada, look', undefined],
    ['no mention', undefined],
  ])('offers for %j the people whose name, or a word of it, begins so', (text, ids) => {
    expect(at(text)).toEqual(ids)
  })
})

describe('withReferences', () => {
  test.each([
    ['@Ada Lovelace and @Ada', '<@lovelace> and <@ada>'],
    ['Ask @Grace Hopper, please', 'Ask <@grace>, please'],
    ['@C++ (Köln)!', '<@odd>!'],
    ['@Adam and x@Ada', '@Adam and x@Ada'],
    ['nothing', 'nothing'],
  ])('writes %j as %j', (text, expected) => {
    expect(withReferences(text, people)).toBe(expected)
  })
})

test('partsOf shows references to mentioned people as mentions, and other text as it is', () => {
  const mentions = [{ id: 'ada', name: 'Ada' }]
  expect(partsOf({ text: '<@ada> is not <@grace>', mentions })).toEqual([
    { text: '<@ada>', mentioned: mentions[0] },
    { text: ' is not ' },
    { text: '<@grace>' },
  ])
})
