import { type ArrivingBody, BrokenBody } from '@colloquy/ports/egress'
import { Stop } from '@colloquy/ports/shares'
import { completionChunks, events, messageEvents, responseEvents } from '@colloquy/test-kit/providers/streams'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnswerReader } from './answer-part.js'
import { ChatReader } from './read-chat.js'
import { MessagesReader } from './read-messages.js'
import { ResponseReader } from './read-response.js'
import { collectingSink, streamedAnswer } from './streamed-answer.js'

const text = 'Grüße 👋 to you, 日本語\n\nand data: {"a": [1]}'
const usage = { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 }
const call = { id: 'c1', name: 'weather', arguments: '{"city":"Köln 🌧"}' }
const done = 'data: [DONE]\n\n'
const delta = (content: object, more: object = {}) => ({ choices: [{ index: 0, delta: content, ...more }] })
const chunks = (...more: object[]) =>
  events(delta({ role: 'assistant', content: '' }), delta({ content: text }), ...more)
const end = delta({}, { finish_reason: 'stop' })
const counted = { choices: [], usage }
const whole = { id: call.id, type: 'function', function: { name: call.name, arguments: call.arguments } }

/** Streams that all say the text, or call the tool. */
const streams: [string, () => AnswerReader, string[]][] = [
  ['chat completions', () => new ChatReader(), completionChunks('m', { text }, true)],
  ['chat completions with usage in the last choice', () => new ChatReader(), completionChunks('m', { text }, false)],
  ['chat completions without ids', () => new ChatReader(), [...chunks(end, counted), done]],
  ['chat completions without an end mark', () => new ChatReader(), chunks(end, counted)],
  ['chat completions without a reason to end', () => new ChatReader(), [...chunks(counted), done]],
  [
    'chat completions with CRLF',
    () => new ChatReader(),
    [...chunks(end, counted), done].map((part) => part.replaceAll('\n', '\r\n')),
  ],
  ['chat completions with a BOM', () => new ChatReader(), [`\uFEFF${chunks(end, counted).join('')}${done}`]],
  [
    'chat completions with comments',
    () => new ChatReader(),
    [': waiting\n\n', ...chunks(end, counted).flatMap((part) => [part, ': still\n']), done],
  ],
  [
    'chat completions with empty contents',
    () => new ChatReader(),
    [...chunks(delta({ content: null }), end, counted), done],
  ],
  ['chat completions with a tool call', () => new ChatReader(), completionChunks('m', { calls: [call] }, true)],
  [
    'chat completions with a whole tool call',
    () => new ChatReader(),
    [
      ...events(delta({ tool_calls: [{ index: 0, ...whole }] }), delta({}, { finish_reason: 'tool_calls' }), counted),
      done,
    ],
  ],
  [
    'chat completions with a tool call without an index',
    () => new ChatReader(),
    [...events(delta({ tool_calls: [whole] }), delta({}, { finish_reason: 'tool_calls' }), counted), done],
  ],
  ['messages', () => new MessagesReader(), messageEvents('m', { text })],
  ['messages with a tool call', () => new MessagesReader(), messageEvents('m', { calls: [call] })],
  ['responses', () => new ResponseReader(), responseEvents('m', 'r', { text })],
  ['responses with a tool call', () => new ResponseReader(), responseEvents('m', 'r', { calls: [call] })],
]

/** A body that arrives in these parts, and breaks off behind them if `isBroken`. */
function bodyOf(parts: readonly Uint8Array[], isBroken = false): ArrivingBody {
  const left = [...parts]
  return {
    async read() {
      const next = left.shift()
      if (!next && isBroken) throw new BrokenBody({ kind: 'failed', reason: 'the connection was closed.' })
      return next
    },
    rest: () => {
      throw new Error('nothing is postponed here')
    },
    cancel: () => {},
  }
}

const read = (reader: AnswerReader, body: ArrivingBody) =>
  streamedAnswer(body, reader, {
    sink: collectingSink(100_000, new Stop()),
    filter: { push: (piece) => piece, flush: () => '' },
    model: 'm',
    maxTokens: undefined,
  })

/** The bytes in parts that end at these places. */
const cut = (bytes: Uint8Array, cuts: readonly number[]) =>
  [0, ...cuts.toSorted((a, b) => a - b)].map((from, index, all) => bytes.subarray(from, all[index + 1]))

describe.each(streams)('a stream of %s', (name, reader, parts) => {
  const bytes = Buffer.from(parts.join(''))
  const calls = name.includes('tool call')

  test('says the same however its bytes are cut', async () => {
    const cuts = fc.array(fc.nat(bytes.length), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(cuts, async (some) => {
        const answer = await read(reader(), bodyOf(cut(bytes, some)))
        expect(answer).toMatchObject({
          answer: 'said',
          text: calls ? '' : text,
          toolCalls: calls ? [{ id: call.id, name: call.name, input: call.arguments }] : [],
          finish: calls ? 'tool-calls' : 'stop',
          usage: { inputTokens: 11, outputTokens: 4 },
        })
      }),
      { numRuns: 60 },
    )
  })

  test('is never taken for whole when it breaks off before its end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), async (length) => {
        const answer = await read(reader(), bodyOf([bytes.subarray(0, length)], true))
        expect(answer).toMatchObject({ answer: 'failed' })
        expect(text.startsWith(answer.text ?? '')).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})
