import { expect, test } from 'vitest'
import { matchSingle } from './match-single.js'

const candidates = [
  { id: 'a', label: 'Yes, please', value: 'no' },
  { id: 'b', label: 'no' },
  { id: 'c', label: 'b' },
  { id: 'd', label: 'no' },
]
const chosen = (text: string, replyId?: string) =>
  matchSingle({ type: 'text', text, ...(replyId !== undefined && { metadata: { replyId } }) }, candidates)?.id

test('the id in the metadata decides, whatever the text is', () => {
  expect(chosen('no', 'd')).toBe('d')
  expect(chosen('a', 'b')).toBe('b')
  expect(chosen('', 'a')).toBe('a')
})

test('a text that is an id decides before a label that equals it', () => {
  expect(chosen('b')).toBe('b')
})

test('an unknown id is ignored: the text decides', () => {
  expect(chosen('no', 'gone')).toBe('a')
  expect(chosen('else', 'gone')).toBeUndefined()
})
