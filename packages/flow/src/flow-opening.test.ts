import { expect, it } from 'vitest'
import { flowOpening } from './flow-opening.js'
import type { Flow } from './flow-schema.js'

const say = (id: string, text: string, more: object = {}) => ({
  id,
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text }] }] },
  ...more,
})

/** Two groups: the start leads to the second one, which leads to the asking block in the first. */
const flow = (input: object): Flow =>
  ({
    events: [{ id: 'start', type: 'start', outgoingEdgeId: 'e1' }],
    groups: [
      { id: 'g1', blocks: [say('b0', 'Never said'), { id: 'b1', ...input }, say('b2', 'Later')] },
      {
        id: 'g2',
        blocks: [say('a', 'One'), say('b', 'Two'), say('c', 'Three'), say('d', 'Four', { outgoingEdgeId: 'e2' })],
      },
    ],
    edges: [
      { id: 'e1', from: { eventId: 'start' }, to: { groupId: 'g2' } },
      { id: 'e2', from: { blockId: 'd' }, to: { groupId: 'g1', blockId: 'b1' } },
    ],
    variables: [],
  }) as unknown as Flow

it('shows the last bubbles before the first question, along the edges from the start, and the answers it offers', () => {
  const items = ['Yes', '', 'No'].map((content, index) => ({ id: `i${index}`, content }))
  expect(flowOpening(flow({ type: 'choice input', items }))).toEqual({
    lines: ['Two', 'Three', 'Four'],
    answers: ['Yes', 'No'],
  })
})

it('shows the numbers of a scale, and the field of a question that is answered in own words', () => {
  const scale = (options?: object) => flowOpening(flow({ type: 'rating input', options })).answers
  expect(scale({ length: 3 })).toEqual(['0', '1', '2', '3'])
  expect(scale({ length: 3, startsAt: 2 })).toEqual(['2', '3'])
  expect(scale({ length: 3, buttonType: 'Icons' })).toEqual(['1', '2', '3'])
  expect(scale()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
  const options = { labels: { placeholder: 'Your name', button: 'Go' } }
  expect(flowOpening(flow({ type: 'text input', options })).field).toEqual({
    placeholder: 'Your name',
    button: 'Go',
  })
})

it('shows what an agent says first', () => {
  const agent = { type: 'agent', options: { firstMessage: 'Hi! What can I do for you?' } }
  expect(flowOpening(flow(agent)).lines).toEqual(['Three', 'Four', 'Hi! What can I do for you?'])
})

it('ends where a flow without a question turns in a circle', () => {
  const around = flow({ type: 'text input' })
  around.edges[1]!.to = { groupId: 'g2' }
  expect(flowOpening(around)).toEqual({ lines: ['Two', 'Three', 'Four'], answers: [] })
})
