import {
  type ModelOutcome,
  type ModelRequest,
  replyTokens,
  requestTokens,
  spentTokens,
} from '@colloquy/flow/integrations'
import { type Effectful, perform } from './effect.js'
import { unmaskOutcome } from './masking/mask-call.js'
import { maskRequest } from './masking/mask-request.js'
import type { TurnState } from './turn-state.js'

/**
 * Asks a language model, with tokens instead of private values, unless the call could exceed the ceiling of the session's main bot: then
 * nothing leaves the process.
 */
export function* askModel(state: TurnState, given: ModelRequest): Effectful<ModelOutcome> {
  const request = maskRequest(state, given)
  if ('problem' in request) return { answer: 'failed', cause: 'refused', reason: request.problem }
  const { session } = state
  const main = session.frames.at(-1)
  const ceiling = main && state.compiledFlowOf(main).settings.ai?.ceilings?.sessionTokens
  const { calls = 0, tokens = 0 } = session.spent ?? {}
  let { call } = request
  if (ceiling !== undefined) {
    call = { ...call, maxTokens: replyTokens(call, ceiling) }
    const estimate = requestTokens(call) + replyTokens(call)
    if (tokens + estimate > ceiling) return overBudget(ceiling, tokens, estimate)
  }
  const { outcome } = yield* perform({ kind: 'model', request: { ...request, call } })
  const { input, output } = spentTokens(call, outcome)
  session.spent = { calls: calls + 1, tokens: tokens + input + output }
  return request.masks ? unmaskOutcome(outcome, call, request.masks) : outcome
}

const overBudget = (ceiling: number, spent: number, estimate: number): ModelOutcome => ({
  answer: 'failed',
  cause: 'over-budget',
  reason: `the conversation may use ${count(ceiling)} tokens. It has used ${count(spent)}, and this call may take ${count(estimate)}.`,
})

const count = (number: number): string => number.toLocaleString('en-US')
