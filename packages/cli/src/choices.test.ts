import type { Input } from '@colloquy/chat'
import { describe, expect, it } from 'vitest'
import { choicesOf, isMultiple, pickByLine } from './choices.js'

const buttons = {
  id: 'b1',
  type: 'choice input',
  items: [{ id: 'i1', content: 'Yes' }, { id: 'i2', content: 'No' }, { id: 'i3' }],
} as Input

describe('choicesOf', () => {
  it('offers the buttons that have a text', () => {
    expect(choicesOf(buttons).map(({ label }) => label)).toEqual(['Yes', 'No'])
  })

  it('offers every path of a card and sends its id', () => {
    const cards = {
      id: 'b1',
      type: 'cards',
      items: [{ id: 'i1', title: 'Tea', paths: [{ id: 'p1', text: 'Buy' }] }],
    } as Input
    expect(choicesOf(cards)).toEqual([{ label: 'Tea: Buy', reply: 'p1' }])
  })

  it('offers the ratings from the first to the last', () => {
    const rating = { id: 'b1', type: 'rating input', options: { length: 3, startsAt: 1 } } as Input
    expect(choicesOf(rating).map(({ reply }) => reply)).toEqual(['1', '2', '3'])
  })

  it('offers nothing where words are wanted', () => {
    expect(choicesOf({ id: 'b1', type: 'text input' })).toEqual([])
  })
})

describe('pickByLine', () => {
  it('takes a number as a position, and anything else as the reply', () => {
    expect(pickByLine(buttons, choicesOf(buttons), '2')).toBe('No')
    expect(pickByLine(buttons, choicesOf(buttons), 'Yes')).toBe('Yes')
    expect(pickByLine(buttons, choicesOf(buttons), '9')).toBe('9')
  })

  it('takes a number as the rating itself', () => {
    const rating = { id: 'b1', type: 'rating input', options: { length: 5 } } as Input
    expect(pickByLine(rating, choicesOf(rating), '4')).toBe('4')
  })
})

describe('isMultiple', () => {
  it('is true only where several may be picked', () => {
    expect(isMultiple(buttons)).toBe(false)
    expect(isMultiple({ ...buttons, options: { isMultipleChoice: true } })).toBe(true)
  })
})
