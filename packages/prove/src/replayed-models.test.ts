import { bubble, compiledFlowOf, documentOf, type TestFlow } from '@colloquy/blocks/testing'
import { compile, type Effect, type EffectOutcome } from '@colloquy/engine'
import { expect, it } from 'vitest'
import { baselineOf, changesBetween, replay, replayChanges, trackFlow } from './index.js'
import { record, world } from './testing/record.js'

const flow = (hello = 'Which city?'): TestFlow => ({
  groups: [
    { id: 'hi', blocks: [{ ...bubble('hello', hello), outgoingEdgeId: 'on' }] },
    {
      id: 'g',
      blocks: [
        { id: 'ask', type: 'text input' },
        {
          id: 'model',
          type: 'groq',
          options: {
            action: 'Create chat completion',
            credentialsId: 'c',
            model: 'm',
            messages: [{ role: 'Conversation' }],
            responseMapping: [{ variableId: 'vOut' }],
          },
        },
        bubble('shown', '{{Out}}'),
        { id: 'back', type: 'Jump', options: { groupId: 'g', blockId: 'ask' } },
      ],
    },
  ],
  edges: { start: 'hi', on: 'g' },
  variables: [{ id: 'vOut', name: 'Out' }],
  settings: { ai: { masking: { email: true } } },
})
const compiledFlow = compiledFlowOf(flow())

it('a conversation with a model replays as it was, by the conversation before each call and with its private values', () => {
  const asked: string[] = []
  const perform = (effect: Effect): EffectOutcome => {
    asked.push(JSON.stringify(effect))
    return {
      kind: 'model',
      outcome: { answer: 'said', text: `[email-1], ${asked.length}`, toolCalls: [], finish: 'stop', usage: {} },
    }
  }
  const recorded = record(compiledFlow, ['ada@example.org', 'And Rome?'], { perform })
  const baseline = baselineOf(recorded, compiledFlow, world)
  expect(baseline.reason).toBeUndefined()
  expect(replay(baseline, compiledFlow, world)).toMatchObject({ class: 'same' })
  expect(baseline.turns.at(-1)?.messages[0]?.content).toMatchObject({ plainText: 'ada@example.org, 2' })
})

it('a text that changed before a call to a model changes what the call asks, in turns that the change does not reach', () => {
  const perform = (): EffectOutcome => ({
    kind: 'model',
    outcome: { answer: 'said', text: 'Sunny', toolCalls: [], finish: 'stop', usage: {} },
  })
  const recorded = record(compiledFlow, ['Oslo', 'And Rome?'], { perform })
  const { botId, workspaceId } = compiledFlow
  const draft = compile({ ...documentOf(flow('Which town?')), id: 'draft', botId, workspaceId })
  const baseline = baselineOf(recorded, trackFlow(compiledFlow), world)
  const found = replayChanges(baseline, draft, world, changesBetween(compiledFlow, draft))
  expect(found).toMatchObject({ class: 'wording', blockId: 'hello', assumed: 2 })
})
