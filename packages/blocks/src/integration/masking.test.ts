import { type Effect, type EffectOutcome, unmaskedPieces } from '@colloquy/engine'
import { maskedKinds } from '@colloquy/flow'
import type { ModelCall, ModelOutcome, ModelRequest, ToolCall } from '@colloquy/flow/integrations'
import { describe, expect, test } from 'vitest'
import { bubble, Conversation } from '../testing/conversation.js'

const all = Object.fromEntries(maskedKinds.map((kind) => [kind, true]))
const settings = { ai: { masking: all } }
const said = (text: string, toolCalls: ToolCall[] = []): ModelOutcome => ({
  answer: 'said',
  text,
  toolCalls,
  finish: toolCalls.length > 0 ? 'tool-calls' : 'stop',
  usage: {},
})

interface Talk {
  block?: object
  variables?: { id: string; name: string; value?: unknown; isPrivate?: boolean }[]
  settings?: object
  answer: (request: ModelRequest) => ModelOutcome
}

/** A bot that has a model answer each reply. */
function talk({ block = {}, variables = [], settings: given = settings, answer }: Talk) {
  const conversation = new Conversation(
    {
      groups: [
        {
          id: 'g',
          blocks: [
            { id: 'ask', type: 'text input', options: { variableId: 'vText' } },
            {
              id: 'model',
              type: 'groq',
              options: {
                action: 'Create chat completion',
                credentialsId: 'c',
                model: 'a-model',
                messages: [{ role: 'user', content: '{{Text}}' }],
                responseMapping: [{ variableId: 'vOut' }],
              },
              ...block,
            },
            bubble('shown', '{{Out}}'),
            { id: 'back', type: 'Jump', options: { groupId: 'g', blockId: 'ask' } },
          ],
        },
      ],
      edges: { start: 'g' },
      variables: [{ id: 'vText', name: 'Text' }, { id: 'vOut', name: 'Out' }, ...variables],
      settings: given,
    },
    {
      outcomes: (effect: Effect): EffectOutcome | undefined =>
        effect.kind === 'model' ? { kind: 'model', outcome: answer(effect.request) } : undefined,
    },
  )
  return conversation.start()
}

const lastText = ({ messages }: ModelCall): string => {
  const last = messages.at(-1)
  return last?.role === 'user' ? last.parts.map((part) => (part.type === 'text' ? part.text : '')).join('') : ''
}

/** A generator of numbers less than `below`, the same in every run. */
function chance(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const random = chance(7)
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
const digits = (count: number) => Array.from({ length: count }, () => random(10)).join('')
const letters = (count: number) => Array.from({ length: count }, () => pick([...'abcdefghijklmnopqrstuvwxyz'])).join('')

function luhn(body: string): string {
  for (let last = 0; last < 10; last++) {
    const sum = [...`${body}${last}`].reverse().reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
    if (sum % 10 === 0) return `${body}${last}`
  }
  return body
}

function iban(): string {
  const body = digits(18)
  const check = 98n - (BigInt(`${body}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}${body}`
}

const spaced = (text: string) => pick([text, text.replace(/(.{4})(?=.)/g, '$1 ')])
const makers: readonly (() => string)[] = [
  () => `${letters(3)}.${letters(4)}@${letters(6)}.${pick(['org', 'co.uk', 'de'])}`,
  () => `+49 ${digits(3)} ${digits(7)}`,
  () => `0${digits(3)}-${digits(6)}`,
  () => spaced(iban()),
  () => spaced(luhn(`4${digits(14)}`)),
  () => `10.${random(256)}.${random(256)}.${random(256)}`,
  () => `2001:db8::${random(9000) + 1000}:${random(9000) + 1000}`,
]
const words = [
  'please',
  'write to',
  'my number is',
  'and',
  '–',
  '"quoted"',
  'ää',
  '😀',
  '\n\n',
  'x = 5;',
  '[1]',
  '(see)',
]

/** A text of words and private values, with the values. */
function generated(): { text: string; values: string[] } {
  const values = Array.from({ length: 1 + random(3) }, () => pick(makers)())
  const parts = values.flatMap((value) => [pick(words), value, pick(words)])
  return { text: parts.join(' '), values }
}

test('of 10,000 texts no private value reaches the model, and all come back, whole and in pieces', () => {
  const name = `${letters(6)} ${letters(9)}`
  let sent = ''
  let shown = ''
  const conversation = talk({
    variables: [{ id: 'vName', name: 'Full name', value: name, isPrivate: true }],
    answer({ call, masks = {} }) {
      sent = JSON.stringify(call)
      const echo = lastText(call)
      const pieces = unmaskedPieces(masks)
      shown = ''
      for (let at = 0; at < echo.length; ) {
        const size = 1 + random(12)
        shown += pieces.push(echo.slice(at, at + size))
        at += size
      }
      shown += pieces.flush()
      return said(echo)
    },
  })
  for (let count = 0; count < 10_000; count++) {
    const { text, values } = generated()
    const given = `${text} ${pick([name, name.toUpperCase()])}`
    // Each text is a separate conversation: the limit of one conversation is tested below.
    delete conversation.session.masks
    conversation.user(given)
    for (const value of [...values, name]) expect(sent.toLowerCase(), value).not.toContain(value.toLowerCase())
    expect(shown).toBe(given)
    expect(conversation.session.frames[0]?.variables.vOut).toBe(given)
  }
}, 120_000)

test('a value keeps its token in a conversation, also where the model alone remembers it', () => {
  const sent: string[] = []
  const conversation = talk({
    answer({ call }) {
      sent.push(lastText(call))
      return said('Sent to [email-1].')
    },
  })
  conversation.user('ada@example.org')
  conversation.user('and bob@example.org, not ada@example.org')
  conversation.user('thanks')
  expect(sent).toEqual(['[email-1]', 'and [email-2], not [email-1]', 'thanks'])
  expect(conversation.said).toEqual(['Sent to ada@example.org.'])
})

test('functions get the values, and what they return is masked', () => {
  const calls: ModelCall[] = []
  const tool = { type: 'function', name: 'find', code: 'return { mail: mail, phone: "+49 171 1234567" }' }
  const conversation = talk({
    block: {
      options: {
        action: 'Create chat completion',
        credentialsId: 'c',
        model: 'a-model',
        messages: [{ role: 'user', content: '{{Text}}' }],
        tools: [{ ...tool, parameters: [{ type: 'string', name: 'mail' }] }],
        responseMapping: [{ variableId: 'vOut' }],
      },
    },
    answer({ call }) {
      calls.push(call)
      if (calls.length === 1) return said('', [{ id: '1', name: 'find', input: '{"mail":"[email-1]"}' }])
      return said('[phone-1]')
    },
  })
  conversation.user('ada@example.org')
  expect(calls[1]?.messages.at(-1)).toMatchObject({ results: [{ text: '{"mail":"[email-1]","phone":"[phone-1]"}' }] })
  expect(JSON.stringify(calls)).not.toContain('ada@')
  expect(conversation.said).toEqual(['+49 171 1234567'])
})

test('extracted values are put back, quotes and all', () => {
  const name = 'Ada "the first" Lovelace'
  const conversation = talk({
    variables: [{ id: 'vName', name: 'Name', value: name, isPrivate: true }],
    block: {
      type: 'mistral',
      options: {
        action: 'Generate variables',
        credentialsId: 'c',
        model: 'm',
        prompt: '{{Text}} {{Name}}',
        variablesToExtract: [{ type: 'string', variableId: 'vOut' }],
      },
    },
    settings: {},
    answer({ call }) {
      expect(JSON.stringify(call)).not.toContain('Lovelace')
      return said('{"v1":"[name-1]"}')
    },
  })
  conversation.user('who?')
  expect(conversation.session.frames[0]?.variables.vOut).toBe(name)
})

describe('nothing is sent', () => {
  const asked = (conversation: Conversation) => conversation.asked.filter(({ kind }) => kind === 'model')

  test('when a conversation has more private values than tokens', () => {
    const conversation = talk({ answer: () => said('ok') })
    conversation.user(Array.from({ length: 1_001 }, (_, index) => `a${index}@example.org`).join(' '))
    expect(asked(conversation)).toEqual([])
    expect(conversation.last.logs[0]?.description).toContain(
      'private values could not be replaced, so nothing was sent',
    )
  })

  test('when a private value is in the name of a function', () => {
    const conversation = talk({
      variables: [{ id: 'vName', name: 'Name', value: 'Lovelace-Byron', isPrivate: true }],
      block: {
        options: {
          action: 'Create chat completion',
          credentialsId: 'c',
          model: 'a-model',
          messages: [{ role: 'user', content: 'hi' }],
          tools: [{ type: 'function', name: 'find {{Name}}', code: 'return 1' }],
        },
      },
      answer: () => said('ok'),
    })
    conversation.user('hi')
    expect(asked(conversation)).toEqual([])
  })
})

test('without private variables and settings a call is sent as it is', () => {
  const conversation = talk({ settings: {}, answer: ({ call }) => said(lastText(call)) })
  conversation.user('ada@example.org')
  const [effect] = conversation.asked
  expect(effect?.kind === 'model' && effect.request).not.toHaveProperty('masks')
  expect(conversation.session).not.toHaveProperty('masks')
  expect(conversation.said).toEqual(['ada@example.org'])
})
