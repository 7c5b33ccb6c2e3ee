import { expect, it } from 'vitest'
import { answersElsewhere, authorOf } from './authors.js'
import type { ConversationEntry } from './conversation.js'

const said = (entry: Partial<ConversationEntry>): ConversationEntry => ({
  number: 1,
  kind: 'person',
  authorId: null,
  name: null,
  text: 'Hello',
  createdAt: '2026-01-01T10:00:00.000Z',
  ...entry,
})

it('a conversation that the phone took is answered by the owner, and any other one elsewhere by another system', () => {
  expect(answersElsewhere('phone')).toBe('The owner answers on the phone')
  expect(answersElsewhere('channel')).toBe('Another system answers')
  expect(answersElsewhere(null)).toBe('Another system answers')
})

it('a message of nobody in the inbox was written where the conversation is answered', () => {
  expect(authorOf(said({}), 'phone')).toBe('Answered on the phone')
  expect(authorOf(said({}), 'channel')).toBe('Another system')
  expect(authorOf(said({ authorId: 'u1', name: 'Ana' }), 'phone')).toBe('Ana')
  expect(authorOf(said({ authorId: 'u1' }), 'phone')).toBe('A person')
  expect(authorOf(said({ kind: 'note' }), 'phone')).toBe('Bot, note')
})
