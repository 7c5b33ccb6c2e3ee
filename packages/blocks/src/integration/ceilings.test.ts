import type { Effect } from '@colloquy/engine'
import type { ModelUsage } from '@colloquy/flow/integrations'
import { describe, expect, test } from 'vitest'
import { bubble, Conversation } from '../testing/conversation.js'

const model = (options: object = {}) => ({
  id: 'model',
  type: 'groq',
  exits: [{ id: 'x', on: 'over-budget', outgoingEdgeId: 'over' }],
  options: {
    action: 'Create chat completion',
    credentialsId: 'c',
    model: 'a-model',
    messages: [{ role: 'user', content: 'hi' }],
    responseMapping: [{ item: 'Message content', variableId: 'vOut' }],
    ...options,
  },
})

/** A bot that asks its model after each reply. */
function talk(settings: object, usage: ModelUsage, isStreamed = false) {
  const conversation = new Conversation(
    {
      groups: [
        { id: 'ask', blocks: [{ id: 'input', type: 'text input' }, model(), bubble('b', '{{Out}}')] },
        { id: 'end', blocks: [bubble('e', 'That was all for today.')] },
      ],
      edges: { start: 'ask', over: 'end' },
      variables: [{ id: 'vOut', name: 'Out' }],
      settings,
    },
    {
      outcomes: (effect) =>
        effect.kind === 'model'
          ? { kind: 'model', outcome: { answer: 'said', text: 'yes', toolCalls: [], finish: 'stop', usage } }
          : undefined,
    },
  )
  if (isStreamed) conversation.session.isStreamEnabled = true
  return conversation.start()
}

const maxTokens = (effect: Effect | undefined) => (effect?.kind === 'model' ? effect.request.call.maxTokens : undefined)
const ceilings = { ai: { ceilings: { sessionTokens: 1_000 } } }

describe('a session under a ceiling', () => {
  test('leaves by the exit "over budget" when a second call could pass it, and asks nobody', () => {
    const conversation = talk(ceilings, { inputTokens: 600, outputTokens: 300 })
    conversation.user('first')
    expect(conversation.said).toEqual(['yes'])
    expect(conversation.session.spent).toEqual({ calls: 1, tokens: 900 })
    // The flow ends after the bubble: the next conversation starts over in the same session state.
    const spent = conversation.session.spent
    const again = talk(ceilings, {})
    again.session.spent = spent
    again.user('second')
    expect(again.asked).toEqual([])
    expect(again.said).toEqual(['That was all for today.'])
    expect(again.last.logs.map(({ description }) => description)).toEqual([
      expect.stringMatching(
        /a-model: the conversation may use 1,000 tokens. It has used 900, and this call may take \d+\.$/,
      ),
    ])
  })

  test('sends a token limit with each call, half of a small ceiling where the author names none', () => {
    const small = talk(ceilings, {}).user('hi')
    expect(maxTokens(small.asked[0])).toBe(500)
    const large = talk({ ai: { ceilings: { sessionTokens: 1_000_000 } } }, {}).user('hi')
    expect(maxTokens(large.asked[0])).toBe(4_096)
  })

  test('counts a call by estimate when the provider does not say what it took', () => {
    const { session } = talk(ceilings, {}).user('hi')
    expect(session.spent?.calls).toBe(1)
    expect(session.spent?.tokens).toBeGreaterThan(10)
  })

  test('takes the exit with a streamed text, too', () => {
    const conversation = talk(ceilings, {}, true)
    conversation.session.spent = { calls: 1, tokens: 999 }
    conversation.user('hi')
    const turn = conversation.run({ kind: 'stream' })
    if ('refused' in turn) throw new Error(turn.refused.message)
    conversation.session = turn.session
    conversation.user('what the client shows')
    expect(conversation.asked).toEqual([])
    expect(conversation.said).toEqual(['That was all for today.'])
  })
})

test('without a ceiling no token limit is sent, and a session that asks no model stores nothing of it', () => {
  const conversation = talk({}, { inputTokens: 5, outputTokens: 2 })
  expect(conversation.session).not.toHaveProperty('spent')
  conversation.user('hi')
  expect(maxTokens(conversation.asked[0])).toBeUndefined()
  expect(conversation.session.spent).toEqual({ calls: 1, tokens: 7 })
})
