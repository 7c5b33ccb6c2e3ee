import { at, listAt, textAt } from '@colloquy/flow/integrations'
import {
  type AnswerPart,
  type AnswerReader,
  maxToolCalls,
  numberAt,
  textPart,
  tooManyCalls,
  usagePart,
} from './answer-part.js'

/** A tool call that arrives in pieces. */
interface OpenCall {
  index: number | undefined
  id: string | undefined
  name: string
  input: string
}

/** Calls among which a piece looks for its own. */
class KnownCalls {
  last: OpenCall | undefined
  /** The first call of each id. */
  readonly byId = new Map<string, OpenCall>()

  name(id: string, call: OpenCall): void {
    if (!this.byId.has(id)) this.byId.set(id, call)
  }
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
  readonly #known = new KnownCalls()
  readonly #knownByIndex = new Map<number, KnownCalls>()
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
    if (!call) return [{ type: 'error', error: tooManyCalls }]
    if (call.id === undefined && id !== undefined) {
      call.id = id
      for (const known of this.#listsOf(call.index)) known.name(id, call)
    }
    call.name ||= name ?? ''
    call.input += input
    return textPart('unseen', input)
  }

  /** Finds the call that a piece belongs to: by its index, by its id, or as the latest call, since not all services send all of these. */
  #callOf(index: number | undefined, id: string | undefined, name: string | undefined): OpenCall | undefined {
    const known = index === undefined ? this.#known : this.#knownByIndex.get(index)
    const last = known?.last
    if (id !== undefined) {
      const isAnother = last?.id !== undefined && (name !== undefined || index === undefined)
      return known?.byId.get(id) ?? (isAnother ? undefined : last)
    }
    return name !== undefined && index === undefined && last?.name ? undefined : last
  }

  /** Undefined if there are too many calls. */
  #newCall(index: number | undefined): OpenCall | undefined {
    if (this.#calls.length === maxToolCalls) return undefined
    const call = { index, id: undefined, name: '', input: '' }
    this.#calls.push(call)
    for (const known of this.#listsOf(index)) known.last = call
    return call
  }

  #listsOf(index: number | undefined): KnownCalls[] {
    if (index === undefined) return [this.#known]
    const ofIndex = this.#knownByIndex.get(index) ?? new KnownCalls()
    this.#knownByIndex.set(index, ofIndex)
    return [this.#known, ofIndex]
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
