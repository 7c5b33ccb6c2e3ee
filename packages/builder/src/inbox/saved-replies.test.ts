import { expect, it } from 'vitest'
import type { FullConversation } from './conversation.js'
import { filledReply, hasPlaceholder, matchingReplies, soughtReply } from './saved-replies.js'

const replies = [
  { shortcut: 'hours', text: 'We open at nine.' },
  { shortcut: 'refund', text: 'Within our opening hours, {{Name}}.' },
  { shortcut: 'thanks', text: 'Thank you, {{visitor}}. {{agent}}' },
]
const conversation = {
  variables: [{ id: 'v1', name: 'Name', value: 'Grace' }],
  conversation: { visitor: { contactId: 'c1', name: 'Grace Hopper' } },
} as unknown as FullConversation

it.each([
  ['/', ''],
  ['/ho', 'ho'],
  ['Hello /ho', 'ho'],
  ['1/2', undefined],
  ['/ho and', undefined],
])('in %j, a saved reply is looked for by %j', (text, sought) => {
  expect(soughtReply(text)).toBe(sought)
})

it('replies are found by their shortcut first, then by their text', () => {
  expect(matchingReplies(replies, 'HO').map(({ shortcut }) => shortcut)).toEqual(['hours', 'refund'])
  expect(matchingReplies(replies, '')).toHaveLength(3)
})

it('placeholders get the values of variables, of the visitor and of the agent, and stay without a value', () => {
  expect(filledReply(replies[1]!, conversation, 'Ana')).toBe('Within our opening hours, Grace.')
  expect(filledReply(replies[2]!, conversation, 'Ana')).toBe('Thank you, Grace Hopper. Ana')
  const open = filledReply({ shortcut: 'order', text: 'Order {{Number}}' }, conversation, 'Ana')
  expect(open).toBe('Order {{Number}}')
  expect([open, 'Order 7'].map(hasPlaceholder)).toEqual([true, false])
})
