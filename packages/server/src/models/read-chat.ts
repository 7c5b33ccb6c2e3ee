import { at, listAt, textAt } from '@colloquy/flow/integrations'
import { type AnswerPart, type AnswerReader, numberAt, textPart, usagePart } from './answer-part.js'

/** A tool call that arrives in pieces. */
interface OpenCall {
  index: number | undefined
  id: string | undefined
  name: string
  input: string
}

const finishes: ReadonlyMap<string, string> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  ['model_length', 'length'],
  ['content_filter', 'content-filter'],
  ['tool_calls', 'tool-calls'],
  ['function_call', 'tool-calls'],
])

/** Reads chunks of a chat completion, as OpenAI, Mistral and compatible services send them. */
export class ChatReader implements AnswerReader {
  readonly #calls: OpenCall[] = []
  #hasRefused = false

  event(json: unknown): AnswerPart[] {
    const error = at(json, 'error') ?? undefined
    if (error !== undefined) return [{ type: 'error', error }]
    const id = textAt(json, 'id')
    const usage = at(json, 'usage') ?? undefined
    const choice = at(json, 'choices', 0)
    const delta = at(choice, 'delta')
    const refusal = textAt(delta, 'refusal')
    this.#hasRefused ||= Boolean(refusal)
    const reason = textAt(choice, 'finish_reason')
    return [
      ...(id ? [{ type: 'id', id } as const] : []),
      ...textPart('unseen', textAt(delta, 'reasoning_content') ?? textAt(delta, 'reasoning')),
      ...contentParts(at(delta, 'content')),
      ...textPart('text', refusal),
      ...listAt(delta, 'tool_calls').flatMap((call) => this.#call(call)),
      ...(usage === undefined ? [] : [usageIn(usage)]),
      ...(reason === undefined ? [] : [{ type: 'finish', finish: this.#finish(reason) } as const]),
    ]
  }

  end(): AnswerPart[] {
    return this.#calls.flatMap(({ id, name, input }, at) =>
      name === '' ? [] : [{ type: 'call', call: { id: id ?? `call_${at}`, name, input } }],
    )
  }

  #call(delta: unknown): AnswerPart[] {
    const index = numberAt(delta, 'index')
    const id = textAt(delta, 'id') || undefined
    const name = textAt(delta, 'function', 'name') || undefined
    const input = textAt(delta, 'function', 'arguments') ?? ''
    const call = this.#callOf(index, id, name) ?? this.#newCall(index)
    call.id ??= id
    call.name ||= name ?? ''
    call.input += input
    return textPart('unseen', input)
  }

  /** Finds the call that a piece belongs to: by its index, by its id, or as the latest call, since not all services send all of these. */
  #callOf(index: number | undefined, id: string | undefined, name: string | undefined): OpenCall | undefined {
    const calls = index === undefined ? this.#calls : this.#calls.filter((call) => call.index === index)
    const last = calls.at(-1)
    if (id !== undefined) {
      const isAnother = last?.id !== undefined && (name !== undefined || index === undefined)
      return calls.find((call) => call.id === id) ?? (isAnother ? undefined : last)
    }
    return name !== undefined && index === undefined && last?.name ? undefined : last
  }

  #newCall(index: number | undefined): OpenCall {
    const call = { index, id: undefined, name: '', input: '' }
    this.#calls.push(call)
    return call
  }

  #finish(reason: string): string {
    const finish = finishes.get(reason) ?? 'other'
    return finish === 'stop' && this.#hasRefused ? 'content-filter' : finish
  }
}

/** Reasoning models send lists, of which only the text counts. */
function contentParts(content: unknown): AnswerPart[] {
  if (typeof content === 'string') return textPart('text', content)
  return listAt(content).flatMap((part) =>
    at(part, 'type') === 'thinking'
      ? listAt(part, 'thinking').flatMap((thought) => textPart('unseen', textAt(thought, 'text')))
      : textPart('text', textAt(part, 'text')),
  )
}

const usageIn = (usage: unknown): AnswerPart =>
  usagePart(
    numberAt(usage, 'prompt_tokens'),
    numberAt(usage, 'completion_tokens'),
    numberAt(usage, 'prompt_tokens_details', 'cached_tokens'),
  )
