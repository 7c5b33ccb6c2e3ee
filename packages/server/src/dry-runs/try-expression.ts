import type { VariableValue } from '@colloquy/engine'
import type { Block } from '@colloquy/flow'
import type { BotRow } from '@colloquy/storage'
import type { Service } from '../service.js'
import { flowWith, runAlone } from '../turns/run-alone.js'

export interface GivenExpression {
  bot: BotRow
  text: string
  /** `text`: placeholders and inline code. `expression`: a text that may be a calculation. `code`: JavaScript. */
  writtenAs: 'text' | 'expression' | 'code'
  variables: readonly { name: string; value?: unknown }[]
}

export interface TriedExpression {
  value: VariableValue
  /** Reason why there is no value. */
  problem: string | null
}

/** Evaluates a text as in a chat whose variables have these values. It runs in the script sandbox, without access to anything outside. */
export async function tryExpression(service: Service, given: GivenExpression): Promise<TriedExpression> {
  const { bot, text, writtenAs } = given
  const variables = given.variables.map(({ name }, index) => ({ id: `v${index}`, name }))
  const options =
    writtenAs === 'text'
      ? { type: 'Append value(s)', item: text }
      : { type: 'Custom', expressionToEvaluate: text, isCode: writtenAs === 'code' }
  const block = { id: 'tried', type: 'Set variable', options: { ...options, variableId: result } } as Block
  const { turns, saved } = await runAlone(service, {
    bot,
    flow: flowWith(block, { variables: [...variables, { id: result, name: result }] }),
    variables: Object.fromEntries(given.variables.map(({ value = null }, index) => [`v${index}`, value])),
    isDryRun: true,
  })
  const failure = turns.flatMap(({ logs }) => logs).find(({ status }) => status === 'error')
  const value = saved[result] ?? null
  return {
    value: writtenAs === 'text' && Array.isArray(value) ? (value[0] ?? null) : value,
    // "The code of a Set variable block failed: ReferenceError: …"
    problem: failure ? failure.description.replace(/^[^:]* failed: /, '') : null,
  }
}

/** Id and name of the variable that receives the value. */
const result = 'tried-expression'
