import { at, textAt } from '@colloquy/flow/integrations'
import { type AnswerPart, type AnswerReader, numberAt, textPart, usagePart } from './answer-part.js'

const finishes: ReadonlyMap<string, string> = new Map([
  ['max_output_tokens', 'length'],
  ['content_filter', 'content-filter'],
])

/** Reads the event stream of an OpenAI response. */
export class ResponseReader implements AnswerReader {
  #hasCalls = false
  #hasRefused = false

  event(json: unknown): AnswerPart[] {
    switch (at(json, 'type')) {
      case 'response.created': {
        const id = textAt(json, 'response', 'id')
        return id ? [{ type: 'id', id }] : []
      }
      case 'response.output_text.delta':
        return textPart('text', textAt(json, 'delta'))
      case 'response.refusal.delta':
        this.#hasRefused = true
        return textPart('text', textAt(json, 'delta'))
      case 'response.function_call_arguments.delta':
      case 'response.reasoning_text.delta':
      case 'response.reasoning_summary_text.delta':
        return textPart('unseen', textAt(json, 'delta'))
      case 'response.output_item.done':
        return this.#item(at(json, 'item'))
      case 'response.completed':
      case 'response.incomplete':
        return [usageIn(at(json, 'response', 'usage')), { type: 'finish', finish: this.#finish(json) }]
      case 'response.failed':
        return [{ type: 'error', error: at(json, 'response', 'error') }]
      case 'error':
        return [{ type: 'error', error: at(json, 'error') ?? json }]
      default:
        return []
    }
  }

  end(): AnswerPart[] {
    return []
  }

  /** Tools that the service itself runs have items of other types. */
  #item(item: unknown): AnswerPart[] {
    if (at(item, 'type') !== 'function_call') return []
    this.#hasCalls = true
    const [id = '', name = '', input = ''] = ['call_id', 'name', 'arguments'].map((field) => textAt(item, field))
    return [{ type: 'call', call: { id, name, input } }]
  }

  #finish(json: unknown): string {
    const reason = textAt(json, 'response', 'incomplete_details', 'reason')
    if (reason !== undefined) return finishes.get(reason) ?? (this.#hasCalls ? 'tool-calls' : 'other')
    if (this.#hasCalls) return 'tool-calls'
    return this.#hasRefused ? 'content-filter' : 'stop'
  }
}

const usageIn = (usage: unknown): AnswerPart =>
  usagePart(
    numberAt(usage, 'input_tokens'),
    numberAt(usage, 'output_tokens'),
    numberAt(usage, 'input_tokens_details', 'cached_tokens'),
  )
