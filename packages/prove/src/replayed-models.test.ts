import { bubble, programOf } from '@colloquy/blocks/testing'
import type { Effect, EffectOutcome } from '@colloquy/engine'
import { expect, it } from 'vitest'
import { baselineOf, replay } from './index.js'
import { record, world } from './testing/record.js'

const program = programOf({
  groups: [
    {
      id: 'g',
      blocks: [
        bubble('hello', 'Which city?'),
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
  edges: { start: 'g' },
  variables: [{ id: 'vOut', name: 'Out' }],
  settings: { ai: { masking: { email: true } } },
})

it('a conversation with a model replays as it was, by the conversation before each call and with its private values', () => {
  const asked: string[] = []
  const perform = (effect: Effect): EffectOutcome => {
    asked.push(JSON.stringify(effect))
    return {
      kind: 'model',
      outcome: { answer: 'said', text: `[email-1], ${asked.length}`, toolCalls: [], finish: 'stop', usage: {} },
    }
  }
  const recorded = record(program, ['ada@example.org', 'And Rome?'], { perform })
  const baseline = baselineOf(recorded, program, world)
  expect(baseline.reason).toBeUndefined()
  expect(replay(baseline, program, world)).toMatchObject({ class: 'same' })
  expect(baseline.turns.at(-1)?.messages[0]?.content).toMatchObject({ plainText: 'ada@example.org, 2' })
})
