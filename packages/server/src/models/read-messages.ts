import { at, textAt } from '@colloquy/flow/integrations'
import { type AnswerPart, type AnswerReader, numberAt, textPart, usagePart } from './answer-part.js'

const finishes: ReadonlyMap<string, string> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['pause_turn', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool-calls'],
  ['refusal', 'content-filter'],
])

/** Reads the event stream of an Anthropic message. */
export class MessagesReader implements AnswerReader {
  /** Tool calls by the index of their block. */
  readonly #calls = new Map<unknown, { id: string; name: string; input: string }>()
  /** The latest value of each number of tokens. */
  readonly #usage: Partial<Record<Counted, number>> = {}

  event(json: unknown): AnswerPart[] {
    switch (at(json, 'type')) {
      case 'message_start': {
        this.#count(at(json, 'message', 'usage'))
        const id = textAt(json, 'message', 'id')
        return id ? [{ type: 'id', id }] : []
      }
      case 'content_block_start':
        return this.#start(at(json, 'index'), at(json, 'content_block'))
      case 'content_block_delta':
        return this.#delta(at(json, 'index'), at(json, 'delta'))
      case 'content_block_stop': {
        const call = this.#calls.get(at(json, 'index'))
        return call ? [{ type: 'call', call: { ...call, input: call.input || '{}' } }] : []
      }
      case 'message_delta': {
        this.#count(at(json, 'usage'))
        const reason = textAt(json, 'delta', 'stop_reason')
        const usage = this.#usagePart()
        return reason === undefined ? [usage] : [usage, { type: 'finish', finish: finishes.get(reason) ?? 'other' }]
      }
      case 'error':
        return [{ type: 'error', error: at(json, 'error') }]
      default:
        return []
    }
  }

  end(): AnswerPart[] {
    return []
  }

  #start(index: unknown, block: unknown): AnswerPart[] {
    if (at(block, 'type') !== 'tool_use') return textPart('text', textAt(block, 'text'))
    const given = at(block, 'input')
    const isGiven = typeof given === 'object' && given !== null && Object.keys(given).length > 0
    const input = isGiven ? JSON.stringify(given) : ''
    this.#calls.set(index, { id: textAt(block, 'id') ?? '', name: textAt(block, 'name') ?? '', input })
    return textPart('unseen', input)
  }

  #delta(index: unknown, delta: unknown): AnswerPart[] {
    switch (at(delta, 'type')) {
      case 'text_delta':
        return textPart('text', textAt(delta, 'text'))
      case 'input_json_delta': {
        const call = this.#calls.get(index)
        const input = textAt(delta, 'partial_json') ?? ''
        if (call) call.input += input
        return textPart('unseen', input)
      }
      default:
        return textPart('unseen', textAt(delta, 'thinking'))
    }
  }

  #count(usage: unknown): void {
    for (const name of counted) this.#usage[name] = numberAt(usage, name) ?? this.#usage[name]
  }

  /** Tokens that are written to a cache or read from it count in addition to the input tokens. */
  #usagePart(): AnswerPart {
    const {
      input_tokens: input,
      cache_creation_input_tokens: written = 0,
      cache_read_input_tokens: read = 0,
    } = this.#usage
    return usagePart(input === undefined ? undefined : input + written + read, this.#usage.output_tokens, read)
  }
}

const counted = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens', 'output_tokens'] as const
type Counted = (typeof counted)[number]
