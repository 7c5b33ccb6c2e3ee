import { expect, it } from 'vitest'
import type { Conversation } from './conversation.js'
import { type Listed, withConversation } from './listed.js'

const row = (sessionId: string, minute: number) =>
  ({ sessionId, lastAt: `2026-11-29T06:${String(minute).padStart(2, '0')}:00.000Z` }) as Conversation

const pages = (next: string | null, ...loaded: Conversation[][]): Listed => ({
  pages: loaded.map((conversations, index) => ({
    conversations,
    nextCursor: index < loaded.length - 1 ? 'more' : next,
  })),
  pageParams: loaded.map((_, index) => index),
})

const ids = ({ pages }: Listed) => pages.map(({ conversations }) => conversations.map(({ sessionId }) => sessionId))

it('moves a conversation with a new message to its place among newer and older ones', () => {
  const list = pages(null, [row('a', 50), row('b', 40)], [row('c', 30)])
  expect(ids(withConversation(list, row('c', 55), true))).toEqual([['c', 'a', 'b'], []])
  expect(ids(withConversation(list, row('d', 35), true))).toEqual([
    ['a', 'b'],
    ['d', 'c'],
  ])
})

it('removes a conversation that the view does not list any more', () => {
  expect(ids(withConversation(pages(null, [row('a', 50), row('b', 40)]), row('a', 51), false))).toEqual([['b']])
})

it('leaves a conversation older than all loaded ones to the page that is loaded next', () => {
  expect(ids(withConversation(pages('more', [row('a', 50)]), row('b', 10), true))).toEqual([['a']])
  expect(ids(withConversation(pages(null, [row('a', 50)]), row('b', 10), true))).toEqual([['a', 'b']])
})
