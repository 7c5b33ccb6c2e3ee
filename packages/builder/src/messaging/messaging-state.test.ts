import { describe, expect, it } from 'vitest'
import { type MessagingFacts, messagingState } from './messaging-state.js'

const on = { isEnabled: true }
const hello = { comparisons: [{ id: 'c', comparisonOperator: 'Contains', value: 'hello' }] } as const
const facts = (change: Partial<MessagingFacts>): MessagingFacts => ({
  mayEdit: true,
  isAllowed: true,
  hasChannel: true,
  isArchived: false,
  isClosed: false,
  draft: on,
  live: on,
  ...change,
})

describe('whether the bot answers messages', () => {
  it.each<[string, Partial<MessagingFacts>, string, RegExp]>([
    ['without messaging in the plan', { isAllowed: false }, 'Off', /plan/],
    ['without a channel', { hasChannel: false }, 'Off', /no channel/],
    ['with a channel and nothing else', { draft: undefined, live: {} }, 'Off', /Switch it on/],
    ['before it was ever published', { live: null }, 'Not yet', /Nothing is published yet: publish/],
    ['when it was switched on after publishing', { live: {} }, 'Not yet', /published version does not answer/],
    ['when it is published', {}, 'On', /^It answers every first message\.$/],
    [
      'with a condition',
      { draft: { ...on, startCondition: { comparisons: [...hello.comparisons] } } },
      'On',
      /once you publish/,
    ],
    ['when it was switched off after publishing', { draft: { isEnabled: false } }, 'On', /switched off: publish/],
    ['when it is closed', { isClosed: true }, 'Closed', /closed/],
    ['when it is archived', { isArchived: true }, 'Off', /archived/],
  ])('shows %s', (_, change, tag, text) => {
    const state = messagingState(facts(change))
    expect(state.tag).toBe(tag)
    expect(state.text).toMatch(text)
  })

  it('asks nothing of who may only look', () => {
    const states = [
      { hasChannel: false },
      { draft: undefined, live: {} },
      { live: null },
      { draft: { isEnabled: false } },
    ]
    for (const change of states)
      expect(messagingState(facts({ ...change, mayEdit: false })).text).not.toMatch(/publish\b|choose|switch it on/i)
  })
})
