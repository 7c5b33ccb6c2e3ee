import { type EffectOutcome, type SaidTurn, transcriptOf } from '@colloquy/engine'
import { type ModelCall, type SaidEntry, tokensOfText, windowOf } from '@colloquy/flow/integrations'
import { describe, expect, test } from 'vitest'
import { bubble, Conversation } from '../testing/conversation.js'

const said = (text: string): EffectOutcome => ({
  kind: 'model',
  outcome: { answer: 'said', text, toolCalls: [], finish: 'stop', usage: {} },
})

/** A bot that greets, and has a model answer each reply; `after` are further messages in the options of the model's block. */
function talk({ role = {}, isStreamed = false, model = 'a-model', after = [] as object[] } = {}) {
  const turns: SaidTurn[] = []
  const calls: ModelCall[] = []
  const conversation = new Conversation(
    {
      groups: [
        {
          id: 'g',
          blocks: [
            bubble('hello', 'Hello.'),
            bubble('which', 'Which city?'),
            { id: 'ask', type: 'text input' },
            bubble('wait', 'One moment.'),
            {
              id: 'model',
              type: 'groq',
              options: {
                action: 'Create chat completion',
                credentialsId: 'c',
                model,
                messages: [{ role: 'system', content: 'Be brief' }, { role: 'Conversation', ...role }, ...after],
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
    },
    {
      outcomes(effect) {
        if (effect.kind === 'transcript') return { kind: 'transcript', entries: transcriptOf(turns) }
        if (effect.kind !== 'model') return undefined
        calls.push(effect.request.call)
        return said(`answer ${calls.length}`)
      },
    },
  )
  if (isStreamed) conversation.session.isStreamEnabled = true
  conversation.start()
  turns.push({ ...conversation.last })
  const user = (text: string) => {
    const message = { type: 'text', text } as const
    conversation.user(message)
    turns.push({ ...conversation.last, message })
    if (!isStreamed) return
    const generated = conversation.run({ kind: 'stream' })
    if ('refused' in generated) throw new Error(generated.refused.message)
    turns.push({ ...generated })
    conversation.session = JSON.parse(JSON.stringify(generated.session))
    conversation.user('what the client shows')
    turns.push({ ...conversation.last, message: { type: 'text', text: 'what the client shows' } })
  }
  return { user, calls }
}

const user = (text: string) => ({ role: 'user', parts: [{ type: 'text', text }] })
const assistant = (text: string) => ({ role: 'assistant', text })
const system = { role: 'system', text: 'Be brief' }

test.each([false, true])(
  'a conversation comes as alternating messages up to what the visitor said, streamed: %s',
  (isStreamed) => {
    const { user: says, calls } = talk({ isStreamed })
    says('Berlin')
    says('And Rome?')
    expect(calls.map(({ messages }) => messages)).toEqual([
      [system, assistant('Hello.\n\nWhich city?'), user('Berlin')],
      [
        system,
        assistant('Hello.\n\nWhich city?'),
        user('Berlin'),
        assistant('One moment.\n\nanswer 1'),
        user('And Rome?'),
      ],
    ])
  },
)

test('a message behind the conversation keeps what the bot has said last', () => {
  const { user: says, calls } = talk({ after: [{ role: 'user', content: 'Sum up' }] })
  says('Berlin')
  expect(calls[0]?.messages.slice(-3)).toEqual([user('Berlin'), assistant('One moment.'), user('Sum up')])
})

test('the number of messages is limited, the newest stay', () => {
  const { user: says, calls } = talk({ role: { last: 2 } })
  says('Berlin')
  says('And Rome?')
  expect(calls[1]?.messages).toEqual([system, assistant('One moment.\n\nanswer 1'), user('And Rome?')])
})

describe('files of the visitor', () => {
  const files = 'https://a.example/1.png, https://a.example/2.png\n\nLook'
  const image = (url: string) => ({ type: 'image', url })

  test('are images for a model that sees', () => {
    const { user: says, calls } = talk({ model: 'gpt-4o' })
    says(files)
    expect(calls[0]?.messages.at(-1)).toEqual({
      role: 'user',
      parts: [image('https://a.example/1.png'), image('https://a.example/2.png'), { type: 'text', text: 'Look' }],
    })
  })

  test('stay addresses where only texts are wanted', () => {
    const { user: says, calls } = talk({ model: 'gpt-4o', role: { only: 'texts' } })
    says(files)
    expect(calls[0]?.messages.at(-1)).toEqual(user(files))
  })
})

test('the window never exceeds its tokens, and is the end of what was said', () => {
  let seed = 1
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const letters = ['a', 'ß', '語', '😀', ' ', '\n']
  const text = () => Array.from({ length: 1 + random(60) }, () => letters[random(letters.length)]).join('')
  for (let round = 0; round < 500; round++) {
    const entries: SaidEntry[] = Array.from({ length: random(12) }, () => ({
      role: random(2) === 0 ? 'bot' : 'user',
      type: 'text',
      text: text(),
    }))
    const tokens = 1 + random(120)
    const messages = windowOf(entries, { tokens })
    expect(messages.reduce((sum, message) => sum + tokensOfText(message.text), 0)).toBeLessThanOrEqual(
      tokens + messages.length,
    )
    expect(tokensOfText(messages.map((message) => message.text).join(''))).toBeLessThanOrEqual(tokens)
    for (const [index, { role }] of messages.entries()) expect(role).not.toBe(messages[index - 1]?.role)
    const whole = windowOf(entries, { tokens: 100_000 })
    if (messages.length > 1) expect(messages.at(-1)).toEqual(whole.at(-1))
  }
})
