import type { ModelCall, ModelMessage, ModelOutcome, ModelPart } from '@colloquy/flow/integrations'
import { jsonOf } from '@colloquy/flow/integrations'
import { findValue, type PrivateValue } from './find-value.js'
import { type MaskedValues, MaskingFailed, type Masks, unmasked, unmaskedJson } from './masks.js'

/** Options of a call that name something in the service or the protocol. A variable's value in one of them ends the call. */
const names: ReadonlySet<string> = new Set([
  'model',
  'role',
  'type',
  'kind',
  'id',
  'name',
  'required',
  'user',
  'baseUrl',
  'apiVersion',
  'previousId',
  'conversationId',
  'vectorStoreIds',
])

/** Names that authors may fill with variables. */
const givenNames: ReadonlySet<string> = new Set(['name', 'user', 'conversationId'])

/**
 * Masks a call: tokens replace private values wherever there is text. Throws `MaskingFailed` when a value is in a name, where it cannot be
 * replaced.
 */
export function maskCall(call: ModelCall, masks: Masks, values: readonly PrivateValue[]): ModelCall {
  const { messages, app, ...rest } = call
  const masked: ModelCall = {
    ...maskDeep(rest, '', masks, values),
    ...(app && { app: { ...maskDeep(app, '', masks, values), inputs: maskDeep(app.inputs, '', masks, values, true) } }),
    messages: messages.map((message) => maskMessage(message, masks, values)),
  }
  return masks.isUsed ? explained(masked) : masked
}

function maskMessage(message: ModelMessage, masks: Masks, values: readonly PrivateValue[]): ModelMessage {
  switch (message.role) {
    case 'system':
      return { ...message, text: masks.mask(message.text) }
    case 'user':
      return { ...message, parts: message.parts.map((part) => maskPart(part, masks)) }
    case 'assistant': {
      const { toolCalls } = message
      return {
        ...message,
        text: masks.mask(message.text),
        ...(toolCalls && {
          toolCalls: toolCalls.map(({ id, name, input }) => ({ id, name, input: maskJson(input, masks, values) })),
        }),
      }
    }
    case 'tool':
      return {
        ...message,
        results: message.results.map(({ id, name, text }) => ({ id, name, text: maskJson(text, masks, values) })),
      }
  }
}

/** The address of an image cannot be masked, so an image whose address contains a private value is sent as text. */
function maskPart(part: ModelPart, masks: Masks): ModelPart {
  if (part.type === 'text') return { type: 'text', text: masks.mask(part.text) }
  const url = masks.mask(part.url, ['email'])
  return url === part.url ? part : { type: 'text', text: masks.mask(part.url) }
}

/** Masks the texts in JSON; anything else is masked as text. */
function maskJson(text: string, masks: Masks, values: readonly PrivateValue[]): string {
  const json = jsonOf(text)
  return typeof json === 'object' && json !== null
    ? JSON.stringify(maskDeep(json, '', masks, values, true))
    : masks.mask(text)
}

/** A copy of plain data with masked texts. In `isData` no name has a meaning, so names and numbers are masked, too. */
function maskDeep<T>(data: T, key: string, masks: Masks, values: readonly PrivateValue[], isData = false): T {
  const masked = (value: unknown, name: string): unknown => {
    if (typeof value === 'string')
      return isData || !names.has(name) ? masks.mask(value) : checkedName(value, name, values)
    if (typeof value === 'number' && isData) {
      const text = masks.mask(String(value))
      return text === String(value) ? value : text
    }
    if (Array.isArray(value)) return value.map((item) => masked(item, name))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([inner, one]) => [
      isData ? masks.mask(inner) : inner,
      masked(one, inner),
    ])
    return Object.fromEntries(entries)
  }
  return masked(data, key) as T
}

/** Shorter values occur in names by chance. */
const shortestInName = 8

function checkedName(text: string, name: string, values: readonly PrivateValue[]): string {
  const long = values.filter(({ value }) => value.length >= shortestInName)
  if (givenNames.has(name) && findValue(text, long).length > 0)
    throw new MaskingFailed(`a private value is in "${name}"`)
  return text
}

const hint =
  'Words in square brackets with a number, such as [email-1], stand for private values. Repeat them exactly where you need such a value.'

/** Explains tokens to the model. Apps keep their own instructions. */
function explained(call: ModelCall): ModelCall {
  if (call.app) return call
  if (call.responses) {
    const { instructions } = call.responses
    const told = instructions === undefined ? hint : `${instructions}\n\n${hint}`
    return { ...call, responses: { ...call.responses, instructions: told } }
  }
  return { ...call, messages: [{ role: 'system', text: hint }, ...call.messages] }
}

/** The outcome of a masked call with the private values restored. */
export function unmaskOutcome(outcome: ModelOutcome, { schema }: ModelCall, values: MaskedValues): ModelOutcome {
  const restore = schema ? unmaskedJson : unmasked
  if (outcome.answer === 'failed')
    return outcome.text === undefined ? outcome : { ...outcome, text: restore(outcome.text, values) }
  return {
    ...outcome,
    text: restore(outcome.text, values),
    toolCalls: outcome.toolCalls.map((one) => ({ ...one, input: unmaskedJson(one.input, values) })),
  }
}
