import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBlock } from '../blocks-schema/block.js'
import { integrationOf, integrations, integrationTypes, isIntegration } from '../integrations/registry.js'
import { randomFlow } from '../testing/random-flow.js'
import type { AnyBlock } from './define.js'
import { type Turn, turnInto, turnsOf } from './turn-into.js'

const types = ['openai', 'mistral', 'groq', 'together-ai', 'open-router', 'perplexity', 'deepseek', 'anthropic']
const completion = (type: string) => (type === 'anthropic' ? 'Create Chat Message' : 'Create chat completion')
const blockOf = (type: string, options: object = {}, more: object = {}) => ({
  id: 'b',
  type,
  options: { action: completion(type), ...options },
  ...more,
})

/** Turns a block into another type, and expects that the schemas accept the result unchanged. */
function turned(block: AnyBlock, type: string, flow: readonly AnyBlock[] = []) {
  const turn = turnsOf(block, flow).find((one) => one.type === type)
  if (!turn) throw new Error(`${block.type} does not turn into ${type}.`)
  const outcome = turnInto(block, turn, flow)
  if (!outcome.ok) throw new Error(outcome.option)
  expect(readBlock(outcome.block)).toEqual({ ok: true, block: outcome.block })
  return { ...outcome, block: outcome.block as AnyBlock & { options: Record<string, unknown>; fallbacks?: unknown } }
}

describe('services that answer messages', () => {
  const kept: Record<string, readonly string[]> = {
    openai: ['groq', 'together-ai', 'open-router'],
    mistral: ['together-ai', 'open-router'],
    groq: ['openai', 'mistral', 'together-ai', 'open-router', 'perplexity', 'deepseek', 'anthropic'],
    'together-ai': ['openai', 'mistral', 'groq', 'open-router', 'perplexity', 'deepseek', 'anthropic'],
    'open-router': ['openai', 'mistral', 'groq', 'together-ai', 'perplexity', 'anthropic'],
    perplexity: ['together-ai', 'open-router'],
    deepseek: ['together-ai', 'open-router'],
    anthropic: ['together-ai', 'open-router'],
  }
  const pairs = types.flatMap((from) => types.filter((to) => to !== from).map((to) => [from, to] as const))

  it.each(pairs)('turn from %s into %s, and keep the model where it may be known', (from, to) => {
    const messages = [{ role: 'user', content: 'Hello {{Name}}' }]
    const { block, lost } = turned(blockOf(from, { model: 'sonar', temperature: 0.5, messages }), to)
    const isKept = kept[from]!.includes(to)
    expect(block).toEqual({
      id: 'b',
      type: to,
      options: { action: completion(to), ...(isKept && { model: 'sonar' }), messages, temperature: 0.5 },
    })
    expect(lost).toEqual(isKept ? [] : ['Model'])
  })

  it('are offered to each other and to nobody else', () => {
    for (const type of types) {
      const offered = turnsOf(blockOf(type), []).map((turn) => turn.type)
      expect(offered.toSorted()).toEqual(types.filter((other) => other !== type).toSorted())
    }
    expect(turnsOf({ id: 'b', type: 'openai' }, [])).toEqual([])
    expect(turnsOf({ id: 'b', type: 'text' }, [])).toEqual([])
    expect(turnsOf({ id: 'b', type: 'never heard of' }, [])).toEqual([])
    expect(
      turnsOf({ id: 'b', type: 'elevenlabs', options: { action: 'Convert text to speech' } } as AnyBlock, []),
    ).toEqual([])
  })

  it('keep a model at a service with a fixed list only if it is in there', () => {
    expect(turned(blockOf('groq', { model: 'llama-3.3-70b' }), 'perplexity').block.options).not.toHaveProperty('model')
  })

  it('keep the id, the edges and the exits, and not the account', () => {
    const more = {
      outgoingEdgeId: 'e1',
      isMuted: true,
      exits: [{ id: 'x', on: 'steps', outgoingEdgeId: 'e2' }],
      saveErrorInVariableId: 'v',
    }
    const { block, lost } = turned(
      blockOf('openai', { credentialsId: 'c', baseUrl: 'https://a.example' }, more),
      'groq',
    )
    expect(block).toEqual({ ...blockOf('groq'), ...more })
    expect(lost).toEqual(['Base address', 'Account'])
  })

  it('keep fallback models where the model is kept, without their accounts', () => {
    const fallbacks = [{ id: 'f', model: 'gpt-oss-20b', credentialsId: 'c' }]
    const block = blockOf('openai', { model: 'gpt-oss-120b' }, { fallbacks })
    expect(turned(block, 'groq').block.fallbacks).toEqual([{ id: 'f', model: 'gpt-oss-20b' }])
    const other = turned(block, 'mistral')
    expect(other.block).not.toHaveProperty('fallbacks')
    expect(other.lost).toEqual(['Model', 'Fallback models'])
  })

  it('keep functions where there are none, and say that they are not used', () => {
    const tools = [{ type: 'function', name: 'now', code: 'return 1' }]
    const there = turned(blockOf('open-router', { tools }), 'perplexity')
    expect(there).toMatchObject({ block: { options: { tools } }, lost: [], unused: ['Tools'] })
    expect(turned(there.block, 'openai')).toMatchObject({ block: { options: { tools } }, lost: [], unused: [] })
  })
})

describe('system messages', () => {
  const user = { role: 'user', content: 'Hello' }
  const dialogue = { role: 'Dialogue', dialogueVariableId: 'v', startsBy: 'assistant' }
  const system = (content: string) => ({ role: 'system', content })

  it('become the system message, with a blank line between several', () => {
    const messages = [system('Be brief.'), user, system(''), system('Be kind.'), dialogue]
    const { block, lost } = turned(blockOf('deepseek', { messages }), 'anthropic')
    expect(block.options).toMatchObject({ systemMessage: 'Be brief.\n\nBe kind.', messages: [user, dialogue] })
    expect(lost).toEqual([])
  })

  it('come first where they stand among the others', () => {
    const given = blockOf('anthropic', { systemMessage: 'Be brief.', messages: [user], maxTokens: 100 })
    const { block, lost } = turned(given, 'mistral')
    expect(block.options).toEqual({ action: completion('mistral'), messages: [system('Be brief.'), user] })
    expect(lost).toEqual(['Maximum tokens'])
    expect(turned(block, 'anthropic').block.options).toMatchObject({ systemMessage: 'Be brief.', messages: [user] })
  })

  it('need no other messages', () => {
    const { block } = turned(blockOf('anthropic', { systemMessage: 'Be brief.' }), 'openai')
    expect(block.options.messages).toEqual([system('Be brief.')])
    expect(turned(block, 'anthropic').block.options).toEqual({
      action: 'Create Chat Message',
      systemMessage: 'Be brief.',
    })
  })
})

it('names token counts that the other service does not save, and drops them', () => {
  const responseMapping = [
    { variableId: 'a' },
    { item: 'Message content', variableId: 'b' },
    { item: 'Total tokens', variableId: 'c' },
    { item: 'Prompt tokens', variableId: 'd' },
    { item: 'Total tokens', variableId: 'e' },
  ]
  const { block, lost } = turned(blockOf('openai', { responseMapping }), 'anthropic')
  expect(block.options.responseMapping).toEqual(responseMapping.slice(0, 2))
  expect(lost).toEqual(['Total tokens', 'Prompt tokens'])
  expect(turned(blockOf('openai', { responseMapping }), 'groq').block.options.responseMapping).toEqual(responseMapping)
})

it.each([
  ['Generate variables', ['openai', 'mistral', 'anthropic'], { prompt: 'Read {{Text}}' }],
  ['Answer from knowledge', types, { knowledgeBaseId: 'k', instructions: 'Be brief.' }],
])('turns %s into the same of other services', (action, services, options) => {
  for (const from of services) {
    const block = { id: 'b', type: from, options: { action, ...options } }
    expect(
      turnsOf(block, [])
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(services.filter((type) => type !== from).toSorted())
    for (const { type } of turnsOf(block, [])) expect(turned(block, type).block).toEqual({ ...block, type })
  }
})

it('changes nothing when an option is of another kind', () => {
  const block = blockOf('openai', { temperature: ['hot'] })
  expect(turnInto(block, { type: 'groq', action: completion('groq') }, [])).toEqual({
    ok: false,
    option: 'Temperature',
  })
})

it('turns Ask Assistant into Ask Model with the same account', () => {
  const { block, lost } = turned(
    {
      id: 'b',
      type: 'openai',
      options: {
        action: 'Ask Assistant',
        credentialsId: 'c',
        baseUrl: 'https://gateway.example',
        assistantId: 'asst_1',
        threadVariableId: 'vThread',
        message: 'Hello',
        additionalInstructions: 'Be brief.',
        functions: [{ name: 'now', code: 'return 1' }],
        responseMapping: [
          { item: 'Message', variableId: 'vText' },
          { item: 'Thread ID', variableId: 'vThread' },
        ],
      },
    } as AnyBlock,
    'openai',
  )
  expect(block.options).toEqual({
    action: 'Ask Model',
    credentialsId: 'c',
    baseUrl: 'https://gateway.example',
    message: 'Hello',
    instructions: 'Be brief.',
    responseIdVariableId: 'vThread',
    functions: [{ name: 'now', code: 'return 1' }],
    responseMapping: [
      { item: 'Message', variableId: 'vText' },
      { item: 'Response ID', variableId: 'vThread' },
    ],
  })
  expect(lost).toEqual(['Parameters of the functions', 'Assistant'])
})

describe('the older OpenAI block', () => {
  const legacy = (options: object) => ({ id: 'b', type: 'OpenAI', outgoingEdgeId: 'e', options }) as AnyBlock
  const completing = (options: object) => legacy({ task: 'Create chat completion', ...options })
  const sequence = {
    id: 'm',
    role: 'Messages sequence ✨',
    content: { userMessagesVariableId: 'vUser', assistantMessagesVariableId: 'vBot' },
  }
  const append = (variableId: string, item: string) =>
    ({
      id: variableId + item,
      type: 'Set variable',
      options: { type: 'Append value(s)', variableId, item },
    }) as AnyBlock

  it('turns into a chat completion with the same account', () => {
    const { block, lost } = turned(
      completing({
        credentialsId: 'c',
        model: 'gpt-4o',
        apiVersion: '2024-06-01',
        messages: [
          { id: 'm1', role: 'system', content: 'Be brief.', name: 'boss' },
          { id: 'm2', content: 'never sent' },
          { id: 'm3', role: 'Dialogue', dialogueVariableId: 'vTalk', startsBy: 'assistant' },
        ],
        advancedSettings: { temperature: 0.2 },
        responseMapping: [{ id: 'r', valueToExtract: 'Total tokens', variableId: 'vCount' }],
      }),
      'openai',
    )
    expect(block).toEqual({
      id: 'b',
      type: 'openai',
      outgoingEdgeId: 'e',
      options: {
        action: 'Create chat completion',
        credentialsId: 'c',
        apiVersion: '2024-06-01',
        model: 'gpt-4o',
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'Dialogue', dialogueVariableId: 'vTalk', startsBy: 'assistant' },
        ],
        temperature: 0.2,
        responseMapping: [{ item: 'Total tokens', variableId: 'vCount' }],
      },
    })
    expect(lost).toEqual(['Names in messages'])
  })

  it('keeps the model that it asked without naming one', () => {
    expect(turned(completing({}), 'openai').block.options.model).toBe('gpt-3.5-turbo')
  })

  it('keeps a sequence of messages only where the flow appends both texts to one list', () => {
    const block = completing({ messages: [sequence] })
    const lists = [append('vUser', '{{Said}}'), append('vBot', '{{Answer}}')]
    expect(turned(block, 'openai', lists)).toMatchObject({
      block: { options: { messages: [] } },
      lost: ['Messages sequence'],
    })
    const flow = [...lists, append('vAll', '{{Said}}'), append('vAll', '{{Answer}}')]
    expect(turned(block, 'openai', flow)).toMatchObject({
      block: { options: { messages: [{ role: 'Dialogue', dialogueVariableId: 'vAll' }] } },
      lost: [],
    })
  })

  it('says that answers are no longer appended to a list of messages', () => {
    const responseMapping = [{ id: 'r', valueToExtract: 'Message content', variableId: 'vTalk' }]
    const messages = [{ id: 'm', role: 'Dialogue', dialogueVariableId: 'vTalk' }]
    expect(turned(completing({ messages, responseMapping }), 'openai').lost).toEqual(['Appending the answer to a list'])
  })

  it('turns into creating speech, and into nothing from a task that never did anything', () => {
    const speech = { model: 'tts-1', input: 'Hello', voice: 'nova', saveUrlInVariableId: 'v' }
    const { block } = turned(legacy({ task: 'Create speech', ...speech }), 'openai')
    expect(block.options).toEqual({ action: 'Create speech', ...speech })
    expect(turnsOf(legacy({ task: 'Create image' }), [])).toEqual([])
    expect(turnsOf(legacy({}), [])).toEqual([])
  })
})

it('makes blocks that the schemas take as they are, of all that the schemas have read', () => {
  let count = 0
  const check = (block: AnyBlock, turn: Turn) => {
    const outcome = turnInto(block, turn, [])
    count += 1
    expect(outcome.ok && readBlock(outcome.block)).toEqual({ ok: true, block: outcome.ok && outcome.block })
  }
  fc.assert(
    fc.property(randomFlow(), ({ groups }) => {
      const readings = groups.flatMap(({ blocks }) => blocks.map(readBlock))
      const blocks = readings.flatMap((reading) => (reading.ok && !reading.kept ? [reading.block] : []))
      for (const block of blocks) for (const turn of turnsOf(block, blocks)) check(block, turn)
    }),
    { numRuns: 600 },
  )
  expect(count).toBeGreaterThan(100)
})

it('names only services that exist, each with one action of a family', () => {
  for (const type of integrationTypes) {
    const { knowsModelsOf = [], actions } = integrationOf(type)!
    if (knowsModelsOf !== 'all') expect(knowsModelsOf.filter((other) => !isIntegration(other))).toEqual([])
    const families = Object.values(actions).flatMap(({ family }) => family?.name ?? [])
    expect(new Set(families).size).toBe(families.length)
  }
  expect(Object.keys(integrations)).toEqual(expect.arrayContaining(types))
})
