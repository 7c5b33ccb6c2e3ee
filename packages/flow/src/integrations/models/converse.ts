import type { ExitKind } from '../../exits.js'
import type { ActionContext } from '../define.js'
import type { ModelAnswer, ModelCall, ModelMessage, ModelOutcome, ModelUsage, ToolCall } from './model-call.js'
import { argumentsFor, handOverTool, type RunnableTool } from './tools.js'

interface ConverseOptions {
  /** Maximum number of model calls. */
  maxCalls: number
  /** The call that passes the results of tools to the model. */
  next(call: ModelCall, answer: ModelAnswer, results: Extract<ModelMessage, { role: 'tool' }>): ModelCall
  /** The texts of all calls count, as in a stream. By default only the last one does. */
  keepsAllTexts?: boolean
  /** An alternative first call after a failure. */
  recover?(failure: Failure): ModelCall | undefined
}

/** The last answer of a model that could call tools. */
interface Conversed extends ModelAnswer {
  /** It asked for a person, with or without a text. */
  readonly isHandedOver?: true
}

type Failure = Extract<ModelOutcome, { answer: 'failed' }>

const withHistory: ConverseOptions = {
  maxCalls: 6,
  next: (call, { text, toolCalls }, results) => ({
    ...call,
    messages: [...call.messages, { role: 'assistant', text, toolCalls }, results],
  }),
}

/**
 * Asks a model and runs the tools that it calls, until it calls no more. The answer has the usage of all calls, and the last text of the
 * model, or all its texts. Undefined when a call failed, which has been logged by then. If the exit for it is connected, the
 * model can also hand over to a person: its other calls are run, and it is not asked again.
 */
export function* converse<E, N>(
  first: ModelCall,
  tools: ReadonlyMap<string, RunnableTool>,
  context: ActionContext<E, N>,
  { maxCalls, next, keepsAllTexts = context.isStreamed, recover }: ConverseOptions = withHistory,
): Generator<E, Conversed | undefined, N> {
  const handOver = context.hasExit('hand-over') ? handOverTool(tools) : undefined
  const offered = [...[...tools.values()].map(({ tool }) => tool), ...(handOver ? [handOver] : [])]
  const withTools = (one: ModelCall): ModelCall => (offered.length === 0 ? one : { ...one, tools: offered })
  let call = withTools(first)
  let usage: ModelUsage = {}
  let text = ''
  for (let calls = 1; ; calls++) {
    let answer = yield* context.askModel(call)
    const other = calls === 1 && answer.answer === 'failed' ? recover?.(answer) : undefined
    if (other) {
      call = withTools(other)
      answer = yield* context.askModel(call)
    }
    if (answer.answer === 'failed') {
      logFailure(call, answer, context)
      return undefined
    }
    usage = { ...sum('inputTokens', usage, answer.usage), ...sum('outputTokens', usage, answer.usage) }
    text = keepsAllTexts ? [text, answer.text].filter(Boolean).join('\n\n') : answer.text || text
    const wantsMore = answer.toolCalls.length > 0
    const isHandedOver = handOver !== undefined && answer.toolCalls.some(({ name }) => name === handOver.name)
    if (!wantsMore || (calls === maxCalls && !isHandedOver)) {
      if (wantsMore)
        context.fail(`${call.model} still called tools after ${maxCalls} calls, and was not asked again.`, {
          on: 'steps',
          cause: 'steps',
        })
      noteUsage(call, usage, calls, context)
      return { ...answer, text, usage }
    }
    const results: Extract<ModelMessage, { role: 'tool' }>['results'][number][] = []
    for (const toolCall of answer.toolCalls) {
      const { id, name } = toolCall
      if (name === handOver?.name) continue
      results.push({ id, name, text: yield* runTool(toolCall, tools, context) })
    }
    if (isHandedOver) {
      context.fail(`${call.model} asked for a person.`, { on: 'hand-over', cause: 'hand-over', isExpected: true })
      noteUsage(call, usage, calls, context)
      return { ...answer, text, usage, isHandedOver }
    }
    call = next(call, answer, { role: 'tool', results })
  }
}

function noteUsage<E, N>(
  { model }: ModelCall,
  { inputTokens = '?', outputTokens = '?' }: { readonly [K in 'inputTokens' | 'outputTokens']?: number | string },
  calls: number,
  context: ActionContext<E, N>,
): void {
  context.noteInPreview(`${model} took ${inputTokens} tokens and gave ${outputTokens} in ${calls} calls.`)
}

/** Asks a model once, or again with the call that `recover` returns for a failure; a remaining failure is logged. */
export function* ask<E, N>(
  call: ModelCall,
  context: ActionContext<E, N>,
  recover?: ConverseOptions['recover'],
): Generator<E, ModelAnswer | undefined, N> {
  let outcome = yield* context.askModel(call)
  const other = outcome.answer === 'failed' ? recover?.(outcome) : undefined
  if (other) outcome = yield* context.askModel(other)
  if (outcome.answer === 'said') return outcome
  logFailure(call, outcome, context)
  return undefined
}

function logFailure<E, N>(
  { model }: ModelCall,
  { cause, reason, details }: Failure,
  context: ActionContext<E, N>,
): void {
  const hint = cause === 'too-long' ? ' What was said is longer than the model takes.' : ''
  context.fail(`${model}: ${reason}${hint}`, {
    cause,
    ...(cause === 'over-budget' && { on: cause }),
    ...(details !== undefined && { details }),
  })
}

/** Reports an answer without text, or with only a part of it because the provider filtered the rest. Returns true for such an answer. */
export function failUnanswered<E, N>(
  model: string,
  { text, finish, isHandedOver }: Pick<Conversed, 'text' | 'finish' | 'isHandedOver'>,
  context: ActionContext<E, N>,
): boolean {
  if (isHandedOver) return false
  const isFiltered = finish === 'content-filter'
  if (text !== '' && !isFiltered) return false
  if (text !== '') {
    context.fail(`${model}: the provider filtered a part of the answer.`, { on: 'blocked', cause: 'blocked' })
    return true
  }
  context.fail(
    `${model} answered without a text (${failureText(finish)}).`,
    isFiltered
      ? { on: 'blocked', cause: 'blocked' }
      : { on: 'no-answer', cause: finish === 'length' ? 'cut' : 'empty' },
  )
  return true
}

/** Exits of a block that asks a model, and of one that also gives it tools. */
export const modelExits = ['failure', 'no-answer', 'blocked', 'over-budget'] as const satisfies readonly ExitKind[]
export const toolExits = [...modelExits, 'steps', 'hand-over'] as const satisfies readonly ExitKind[]

/** Why a model stopped, as worded in the log. */
export const failureText = (finish: string): string => finishes[finish] ?? 'the model gave no reason'

const finishes: Readonly<Record<string, string>> = {
  length: 'the limit of tokens was reached first',
  'content-filter': 'the provider filtered it',
  'tool-calls': 'it only called tools',
  error: 'the provider reported an error',
}

/** The result of a tool call as the model receives it. It includes errors, so that the model can correct itself. */
function* runTool<E, N>(
  { name, input }: ToolCall,
  tools: ReadonlyMap<string, RunnableTool>,
  context: ActionContext<E, N>,
): Generator<E, string, N> {
  const tool = tools.get(name)
  if (!tool) return problem('There is no such tool.')
  const values = argumentsFor(tool, input)
  if (!values) return problem('The arguments are not a JSON object.')
  const outcome = yield* context.runCode(tool.code, values)
  if (outcome.ok) return outcome.text
  context.warn(`the tool "${name}" failed: ${outcome.problem}`)
  return problem(outcome.problem)
}

const problem = (description: string): string => JSON.stringify({ error: description })

const sum = <K extends keyof ModelUsage>(key: K, one: ModelUsage, other: ModelUsage): ModelUsage =>
  one[key] === undefined && other[key] === undefined ? {} : { [key]: (one[key] ?? 0) + (other[key] ?? 0) }
