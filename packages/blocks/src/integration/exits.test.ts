import type { EffectOutcome } from '@colloquy/engine'
import type { ModelFailure, ModelOutcome } from '@colloquy/flow/integrations'
import { describe, expect, test } from 'vitest'
import { bubble, Conversation } from '../testing/conversation.js'

const at = (on: string, outgoingEdgeId?: string) => ({
  id: `exit ${on}`,
  on,
  ...(outgoingEdgeId && { outgoingEdgeId }),
})

const model = (more: object = {}, options: object = {}) => ({
  id: 'model',
  type: 'groq',
  saveErrorInVariableId: 'vCause',
  options: {
    action: 'Create chat completion',
    credentialsId: 'c',
    model: 'a-model',
    messages: [{ role: 'user', content: 'hi' }],
    responseMapping: [{ item: 'Message content', variableId: 'vOut' }],
    ...options,
  },
  ...more,
})

/** Runs a block before the bubble that shows its answer, whole or streamed. Each exit leads to a separate group. */
function run(block: { id: string; type: string }, outcome: EffectOutcome, isStreamed = false) {
  const talk = new Conversation(
    {
      groups: [
        { id: 'g', blocks: [block, bubble('shown', '{{Out}}'), bubble('next', 'went on, {{Cause}}')] },
        ...['failure', 'no-answer', 'blocked', 'steps', 'over-budget', 'hand-over'].map((id) => ({
          id,
          blocks: [bubble(`b ${id}`, `${id}: {{Cause}}`)],
        })),
      ],
      edges: {
        start: 'g',
        failure: 'failure',
        'no-answer': 'no-answer',
        blocked: 'blocked',
        steps: 'steps',
        'over-budget': 'over-budget',
        'hand-over': 'hand-over',
      },
      variables: ['Out', 'Cause'].map((name) => ({ id: `v${name}`, name })),
    },
    { outcomes: (effect) => (effect.kind === outcome.kind ? outcome : undefined) },
  )
  if (isStreamed) talk.session.isStreamEnabled = true
  talk.start()
  const streams = talk.last.clientSideActions.some(({ type }) => type === 'stream')
  if (!streams) return { streams, said: talk.said, visited: talk.last.visitedEdges.map(({ edgeId }) => edgeId) }
  const turn = talk.run({ kind: 'stream' })
  if ('refused' in turn) throw new Error(turn.refused.message)
  talk.session = JSON.parse(JSON.stringify(turn.session))
  talk.user('what the client shows')
  return { streams, said: talk.said, visited: talk.last.visitedEdges.map(({ edgeId }) => edgeId) }
}

const failed = (cause: ModelFailure, more: object = {}): EffectOutcome => ({
  kind: 'model',
  outcome: { answer: 'failed', cause, reason: 'why.', ...more },
})
const said = (more: Partial<Extract<ModelOutcome, { answer: 'said' }>> = {}): EffectOutcome => ({
  kind: 'model',
  outcome: { answer: 'said', text: '', toolCalls: [], finish: 'stop', usage: {}, ...more },
})

/** The type makes this complete: a missing cause does not compile. */
const causes: Record<ModelFailure, true> = {
  refused: true,
  unauthorized: true,
  'not-found': true,
  'too-long': true,
  'unknown-response': true,
  invalid: true,
  'rate-limited': true,
  overloaded: true,
  timeout: true,
  left: true,
  'over-budget': true,
}

describe.each([false, true])('with a streamed text: %s', (isStreamed) => {
  test.each(Object.keys(causes) as ModelFailure[])('a call that failed as %s leaves by the failure exit', (cause) => {
    const { streams, said, visited } = run(model({ exits: [at('failure', 'failure')] }), failed(cause), isStreamed)
    expect(streams).toBe(isStreamed)
    expect(said).toEqual([`failure: ${cause}`])
    expect(visited).toEqual(['failure'])
  })

  test.each([
    ['no exits', {}],
    ['an exit that leads nowhere', { exits: [at('failure')] }],
    ['an exit for something else', { exits: [at('no-answer', 'no-answer')] }],
  ])('a failed call continues as before with %s', (_, more) => {
    expect(run(model(more), failed('timeout'), isStreamed).said.at(-1)).toBe('went on, timeout')
  })

  test.each<[string, EffectOutcome, string]>([
    ['an empty answer', said(), 'no-answer: empty'],
    ['an answer that the limit of tokens cut to nothing', said({ finish: 'length' }), 'no-answer: cut'],
    ['a filtered answer', said({ finish: 'content-filter' }), 'blocked: blocked'],
    ['a partly filtered answer', said({ finish: 'content-filter', text: 'a part' }), 'blocked: blocked'],
    [
      'a model that never stops calling functions',
      said({ toolCalls: [{ id: 't', name: 'f', input: '{}' }], text: 'so far' }),
      'steps: steps',
    ],
    ['a call that a ceiling forbids', failed('over-budget'), 'over-budget: over-budget'],
  ])('%s leaves by its own exit, and by the failure exit without one', (_, outcome, expected) => {
    const exits = ['failure', 'no-answer', 'blocked', 'steps', 'over-budget'].map((on) => at(on, on))
    const cause = expected.split(': ')[1]
    expect(run(model({ exits }), outcome, isStreamed).said).toEqual([expected])
    expect(run(model({ exits: exits.slice(0, 1) }), outcome, isStreamed).said).toEqual([`failure: ${cause}`])
  })

  test('an answer takes no exit and clears the cause', () => {
    const { said: shown } = run(model({ exits: [at('failure', 'failure')] }), said({ text: 'Hello' }), isStreamed)
    expect(shown.at(-1)).toBe('went on, ')
  })
})

describe.each([false, true])('a model that can hand over, streamed: %s', (isStreamed) => {
  const asksForPerson = (text: string) => said({ text, toolCalls: [{ id: 't', name: 'hand_over', input: '{}' }] })

  test.each(['', 'One moment.'])('leaves by the exit for it when it asks for a person, saying "%s"', (text) => {
    const exits = [at('failure', 'failure'), at('no-answer', 'no-answer'), at('hand-over', 'hand-over')]
    expect(run(model({ exits }), asksForPerson(text), isStreamed).said).toEqual(['hand-over: hand-over'])
  })

  test('is offered no such tool while the exit is not connected, and calling it is an unknown tool', () => {
    const exits = [at('steps', 'steps'), at('hand-over')]
    expect(run(model({ exits }), asksForPerson(''), isStreamed).said).toEqual(['steps: steps'])
  })
})

test('what a model calls beside handing over is run, and it is not asked again', () => {
  const tool = (name: string) => ({ id: name, type: 'function', name, code: 'return 1' })
  const ran: string[] = []
  const offered: (string[] | undefined)[] = []
  const talk = new Conversation(
    {
      groups: [
        {
          id: 'g',
          blocks: [model({ exits: [at('hand-over', 'person')] }, { tools: [tool('hand_over'), tool('note')] })],
        },
        { id: 'p', blocks: [bubble('b', 'A person comes.')] },
      ],
      edges: { start: 'g', person: 'p' },
      variables: [{ id: 'vOut', name: 'Out' }],
    },
    {
      outcomes(effect) {
        if (effect.kind === 'script') ran.push(effect.code)
        if (effect.kind !== 'model') return { kind: 'script', ok: true, value: 1, assigned: [] }
        offered.push(effect.request.call.tools?.map(({ name }) => name))
        const calls = ['hand_over_2', 'note'].map((name) => ({ id: name, name, input: '{}' }))
        return said({ toolCalls: calls })
      },
    },
  )
  talk.start()
  expect(talk.said).toEqual(['A person comes.'])
  expect(offered).toEqual([['hand_over', 'note', 'hand_over_2']])
  expect(ran).toHaveLength(1)
})

test('an extraction that lacks a required value leaves by its no-answer exit', () => {
  const options = {
    action: 'Generate variables',
    prompt: 'x',
    variablesToExtract: [{ type: 'number', variableId: 'vOut' }],
  }
  const block = model({ type: 'openai', exits: [at('no-answer', 'no-answer')] }, options)
  expect(run(block, said({ text: '{}' })).said).toEqual(['no-answer: incomplete'])
})

const sheet = (exits: object[]) => ({
  id: 'posthog',
  type: 'nocodb',
  saveErrorInVariableId: 'vCause',
  exits,
  options: { action: 'Search Records', credentialsId: 'c', tableId: 't' },
})

test.each<[string, Extract<EffectOutcome, { kind: 'request' }>, string]>([
  ['401', { kind: 'request', answer: 'response', status: 401, text: '' }, 'unauthorized'],
  ['404', { kind: 'request', answer: 'response', status: 404, text: '' }, 'not-found'],
  ['429', { kind: 'request', answer: 'response', status: 429, text: '' }, 'rate-limited'],
  ['503', { kind: 'request', answer: 'response', status: 503, text: '' }, 'overloaded'],
  ['400', { kind: 'request', answer: 'response', status: 400, text: '' }, 'invalid'],
  ['a time-out', { kind: 'request', answer: 'timeout', seconds: 20 }, 'timeout'],
  ['a rule', { kind: 'request', answer: 'refused', reason: 'no.' }, 'refused'],
  ['a broken connection', { kind: 'request', answer: 'failed', reason: 'no.' }, 'overloaded'],
])('a service that fails by %s leaves by the failure exit', (_, outcome, cause) => {
  expect(run(sheet([at('failure', 'failure')]), outcome).said).toEqual([`failure: ${cause}`])
})

test('a block without credentials leaves by the failure exit', () => {
  const block = model({ exits: [at('failure', 'failure')] }, { credentialsId: undefined })
  expect(run(block, said()).said).toEqual(['failure: refused'])
})
