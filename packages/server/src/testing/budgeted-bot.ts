import { completionBlock } from './streaming-bot.js'

const at = { x: 0, y: 0 }
const leaf = (text: string) => ({ richText: [{ type: 'p', children: [{ text }] }] })

/** A bot under ceilings that asks a chat completions model, and says "Too much" when a ceiling forbids it. */
export function budgetedBot(publicId: string, credentialsId: string, ceilings?: object) {
  const exits = [{ id: 'over', on: 'over-budget', outgoingEdgeId: 'ed2' }]
  return {
    publicId,
    settings: { ai: { ceilings } },
    events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
    edges: [
      { id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } },
      { id: 'ed2', from: { blockId: 'model', itemId: 'over' }, to: { groupId: 'g2' } },
    ],
    variables: ['Question', 'Answer'].map((name) => ({ id: `v${name}`, name })),
    groups: [
      {
        id: 'g1',
        title: 'Ask',
        graphCoordinates: at,
        blocks: [
          { id: 'ask', type: 'text input', options: { variableId: 'vQuestion' } },
          { id: 'model', exits, ...completionBlock(credentialsId) },
          { id: 'said', type: 'text', content: leaf('Said: {{Answer}}') },
        ],
      },
      {
        id: 'g2',
        title: 'Over',
        graphCoordinates: at,
        blocks: [{ id: 'over', type: 'text', content: leaf('Too much') }],
      },
    ],
  }
}

/** An answer of a provider that used this many tokens. */
export const answerOf = (input: number, output: number, more: object = {}) => ({
  answer: {
    json: {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'a-model',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output, ...more },
    },
  },
})
