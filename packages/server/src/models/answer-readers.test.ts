import { describe, expect, test } from 'vitest'
import type { AnswerReader } from './answer-part.js'
import { failureInside } from './failure.js'
import { ChatReader } from './read-chat.js'
import { MessagesReader } from './read-messages.js'
import { ResponseReader } from './read-response.js'

const partsOf = (reader: AnswerReader, events: readonly object[]) => [
  ...events.flatMap((event) => reader.event(event)),
  ...reader.end(),
]
const callsOf = (reader: AnswerReader, events: readonly object[]) =>
  partsOf(reader, events).flatMap((part) => (part.type === 'call' ? [part.call] : []))
const read = (reader: AnswerReader, events: readonly object[]) =>
  partsOf(reader, events).map((part) => ('text' in part ? `${part.type}: ${part.text}` : JSON.stringify(part)))

describe('chat completions', () => {
  const pieces = (...all: object[]) => all.map((call) => ({ choices: [{ delta: { tool_calls: [call] } }] }))
  const rome = { id: 'a', name: 'weather', input: '{"city":"Rome"}' }
  const oslo = { id: 'b', name: 'weather', input: '{"city":"Oslo"}' }

  test.each<[string, object[]]>([
    [
      'by index',
      pieces(
        { index: 0, id: 'a', function: { name: 'weather', arguments: '' } },
        { index: 1, id: 'b', function: { name: 'weather', arguments: '{"city":' } },
        { index: 0, function: { arguments: '{"city":"Rome"}' } },
        { index: 1, function: { arguments: '"Oslo"}' } },
      ),
    ],
    [
      'by id, with the name in each piece',
      pieces(
        { id: 'a', function: { name: 'weather', arguments: '{"city":' } },
        { id: 'a', function: { name: 'weather', arguments: '"Rome"}' } },
        { id: 'b', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
      ),
    ],
    [
      'one after another',
      pieces(
        { id: 'a', function: { name: 'weather', arguments: '{"city":' } },
        { function: { arguments: '"Rome"}' } },
        { id: 'b', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
      ),
    ],
    [
      'by id, all at the first index',
      pieces(
        { index: 0, id: 'a', function: { name: 'weather', arguments: '{"city":"Rome"}' } },
        { index: 0, id: 'b', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
      ),
    ],
    [
      'with names that follow their ids',
      pieces(
        { index: 0, id: 'a' },
        { index: 0, function: { name: 'weather', arguments: '{"city":"Rome"}' } },
        { index: 1, id: 'b' },
        { index: 1, function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
      ),
    ],
  ])('pieces of two calls are put together %s', (_, events) => {
    expect(callsOf(new ChatReader(), events)).toEqual([rome, oslo])
  })

  test('calls without ids get some, and calls without a name are omitted', () => {
    const events = pieces(
      { function: { name: 'weather', arguments: '{}' } },
      { function: { name: 'time', arguments: '{}' } },
      { index: 7, function: { arguments: '{}' } },
    )
    expect(callsOf(new ChatReader(), events)).toEqual([
      { id: 'call_0', name: 'weather', input: '{}' },
      { id: 'call_1', name: 'time', input: '{}' },
    ])
  })

  test('lists of a model that thinks, a declined answer and cached tokens are read', () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'plan' }] },
      { type: 'text', text: 'Hi' },
    ]
    const usage = { prompt_tokens: 9, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } }
    expect(
      read(new ChatReader(), [
        { choices: [{ delta: { content } }] },
        { choices: [{ delta: { refusal: 'No.' }, finish_reason: 'stop' }], usage },
      ]),
    ).toEqual([
      'unseen: plan',
      'text: Hi',
      'text: No.',
      '{"type":"usage","usage":{"inputTokens":9,"outputTokens":2,"cachedTokens":4}}',
      '{"type":"finish","finish":"content-filter"}',
    ])
  })
})

test('messages of Anthropic: thoughts, calls and tokens of a cache are read', () => {
  expect(
    read(new MessagesReader(), [
      { type: 'message_start', message: { id: 'msg', usage: { input_tokens: 5, cache_read_input_tokens: 3 } } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'plan' } },
      { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'a', name: 'time', input: {} } },
      { type: 'content_block_stop', index: 1 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 2 } },
      { type: 'message_stop' },
    ]),
  ).toEqual([
    '{"type":"id","id":"msg"}',
    'unseen: plan',
    '{"type":"call","call":{"id":"a","name":"time","input":"{}"}}',
    '{"type":"usage","usage":{"inputTokens":8,"outputTokens":2,"cachedTokens":3}}',
    '{"type":"finish","finish":"tool-calls"}',
  ])
})

test.each<[string, object[], string]>([
  ['is complete', [{ type: 'response.completed', response: {} }], 'stop'],
  [
    'has reached its limit',
    [{ type: 'response.incomplete', response: { incomplete_details: { reason: 'max_output_tokens' } } }],
    'length',
  ],
  [
    'calls a function',
    [
      { type: 'response.output_item.done', item: { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' } },
      { type: 'response.completed', response: {} },
    ],
    'tool-calls',
  ],
  [
    'refuses',
    [
      { type: 'response.refusal.delta', delta: 'No.' },
      { type: 'response.completed', response: {} },
    ],
    'content-filter',
  ],
])('a response of OpenAI that %s ends for that reason', (_, events, finish) => {
  expect(partsOf(new ResponseReader(), events)).toContainEqual({ type: 'finish', finish })
})

test.each<[object, string]>([
  [{ type: 'overloaded_error', message: 'busy' }, 'overloaded'],
  [{ code: 429, message: 'slow down' }, 'rate-limited'],
  [{ code: 'insufficient_quota', message: 'pay' }, 'rate-limited'],
  [{ type: 'authentication_error', message: 'who?' }, 'unauthorized'],
  [{ code: 'context_length_exceeded', message: 'maximum context length' }, 'too-long'],
  [{ message: 'something' }, 'overloaded'],
])('the error %j inside a stream has the cause %s', (error, cause) => {
  expect(failureInside(error, 'a-model')).toMatchObject({ cause })
})

test('An answer that calls more than 128 tools is a failure, and not read further', () => {
  const pieces = Array.from({ length: 129 }, (_, index) => ({ choices: [{ delta: { tool_calls: [{ index }] } }] }))
  const parts = partsOf(new ChatReader(), pieces)
  const error = parts.find((part) => part.type === 'error')
  expect(error && failureInside(error.error, 'm')).toMatchObject({ cause: 'invalid' })
})

test('Numbers of tokens that a service reports are cut to what can be counted and stored', () => {
  const usage = { prompt_tokens: 1e300, completion_tokens: -1, prompt_tokens_details: { cached_tokens: 1.5 } }
  expect(new ChatReader().event({ usage })).toEqual([
    { type: 'usage', usage: { inputTokens: 1_000_000_000, cachedTokens: 2 } },
  ])
})
