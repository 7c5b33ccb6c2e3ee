import { type MaskedKind, maskedKinds } from '@colloquy/flow'
import type { ModelRequest } from '@colloquy/flow/integrations'
import type { CompiledFlow } from '../compiled-flow.js'
import { valueIn } from '../frame-variables.js'
import type { TurnState } from '../turn-state.js'
import type { PrivateValue } from './find-value.js'
import { maskCall } from './mask-call.js'
import { kindOfVariable, MaskingFailed, Masks } from './masks.js'

/**
 * Returns a request without private values, with `masks` to restore them; the same request if the bot masks nothing; or the reason why
 * nothing may be sent.
 */
export function maskRequest(state: TurnState, request: ModelRequest): ModelRequest | { problem: string } {
  const kinds = kindsOf(state)
  const privates = privateVariables(state)
  if (kinds.length === 0 && privates.length === 0) return request
  const { session } = state
  const { call } = request
  let text: string | undefined
  try {
    const masks = new Masks({
      kinds,
      values: privates,
      known: session.masks ?? {},
      isTaken(token) {
        text ??= JSON.stringify(call).toLowerCase()
        return text.includes(token)
      },
    })
    const masked = maskCall(call, masks, privates)
    keepMasks(state, masks)
    const { values } = masks
    return { ...request, call: masked, ...(Object.keys(values).length > 0 && { masks: values }) }
  } catch (error) {
    const why = error instanceof MaskingFailed ? error.message : 'masking failed'
    return { problem: `private values could not be replaced, so nothing was sent: ${why}.` }
  }
}

/** A text without private values; the same text if the bot masks nothing. Undefined if they could not all be replaced. */
export function maskText(state: TurnState, text: string): string | undefined {
  const kinds = kindsOf(state)
  const values = privateVariables(state)
  if (kinds.length === 0 && values.length === 0) return text
  try {
    const isTaken = (token: string) => text.toLowerCase().includes(token)
    const masks = new Masks({ kinds, values, known: state.session.masks ?? {}, isTaken })
    const masked = masks.mask(text)
    keepMasks(state, masks)
    return masked
  } catch {
    return undefined
  }
}

/** The same value has the same token in later calls of the session. */
function keepMasks({ session, size }: TurnState, { added, values }: Masks): void {
  if (added.length === 0) return
  if (!size.takesTexts(...added)) throw new MaskingFailed('the conversation has no room for them')
  session.masks = { ...values }
}

/** The kinds of values that the running bot or the main one masks. */
function kindsOf(state: TurnState): MaskedKind[] {
  const { frames } = state.session
  const main = frames.at(-1)
  const masking = [state.compiledFlow, ...(main ? [state.compiledFlowOf(main)] : [])].flatMap(({ settings }) =>
    settings.ai?.masking ? [settings.ai.masking] : [],
  )
  return masking.length === 0 ? [] : maskedKinds.filter((kind) => masking.some((one) => one[kind] === true))
}

/** Values of private variables of all running bots, and of those that linked bots have passed on under the same names. */
function privateVariables(state: TurnState): PrivateValue[] {
  return state.session.frames.flatMap((frame) => {
    const compiledFlow = state.compiledFlowOf(frame)
    const names = privateNames(compiledFlow)
    if (names.size === 0) return []
    const own = [...names].map(([name, id]) => ({ name, value: valueIn(frame, compiledFlow, id) }))
    const inherited = frame.inherited?.filter(({ name }) => names.has(name)) ?? []
    return [...own, ...inherited].flatMap(({ name, value }) =>
      [value].flat().flatMap((one) => {
        const text = one?.trim()
        return text ? [{ kind: kindOfVariable(name), value: text }] : []
      }),
    )
  })
}

/** Ids of private variables by name, computed once per compiled flow. */
function privateNames(compiledFlow: CompiledFlow): ReadonlyMap<string, string> {
  const { memo } = compiledFlow
  const known = memo.get('private variables') as ReadonlyMap<string, string> | undefined
  if (known) return known
  const found = new Map(
    compiledFlow.variables.flatMap(({ isPrivate, name, id }) => (isPrivate ? [[name, id] as const] : [])),
  )
  memo.set('private variables', found)
  return found
}
