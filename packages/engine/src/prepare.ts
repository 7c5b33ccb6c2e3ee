import type { Block, Comparison } from '@colloquy/flow'
import type { CompiledFlow } from './compiled-flow.js'
import { type ComparisonLimits, isPatternOperator, type Operands } from './condition.js'
import { type Effectful, perform } from './effect.js'
import { scriptText, valueIn } from './frame-variables.js'
import type { WriteLog } from './log-causes.js'
import { compareByPattern } from './pattern-comparison.js'
import type { Frame } from './session.js'
import { inlineCodes } from './template.js'
import { guessType } from './variables.js'

/**
 * Results of the inline code and patterns in an author's texts. They run in the sandbox before the block that contains them, so that blocks
 * need not wait for anything; a block without any has no overhead.
 */
export class Prepared {
  readonly #compiledFlow: CompiledFlow
  readonly #frame: Frame
  readonly #log: WriteLog
  readonly #inline = new Map<string, string>()
  readonly #held = new Map<Comparison, boolean>()

  constructor(compiledFlow: CompiledFlow, frame: Frame, log: WriteLog) {
    this.#compiledFlow = compiledFlow
    this.#frame = frame
    this.#log = log
  }

  /** Undefined for code that failed or was not run. */
  inlineResult(code: string): string | undefined {
    return this.#inline.get(code)
  }

  /** False for a comparison that was not run. */
  holdsByPattern(comparison: Comparison): boolean {
    return this.#held.get(comparison) ?? false
  }

  /** Runs everything that the texts and conditions of a block need, with the current values: earlier results are replaced. */
  *block(
    block: Block,
    operandsOf: (comparison: Comparison) => Operands | undefined,
    limits: ComparisonLimits,
  ): Effectful<void> {
    const needs = needsOf(block)
    if (needs === 'nothing') return
    for (const code of needs.codes) yield* this.#run(code)
    for (const comparison of needs.comparisons) {
      const operands = operandsOf(comparison)
      const operator = comparison.comparisonOperator
      const isComparable = operands !== undefined && isPatternOperator(operator)
      this.#held.set(comparison, isComparable && (yield* compareByPattern(operands, operator, limits)))
    }
  }

  /** Runs everything that some texts, such as those of a theme, need. */
  *texts(value: unknown): Effectful<void> {
    for (const code of codesIn(value)) yield* this.#run(code)
  }

  *#run(code: string): Effectful<void> {
    const outcome = yield* perform({ kind: 'script', ...inlineScript(this.#compiledFlow, code, this.#frame) })
    if (outcome.ok) {
      this.#inline.set(code, typeof outcome.value === 'string' ? outcome.value : '')
      return
    }
    this.#inline.delete(code)
    this.#log('failed-code', {
      status: 'error',
      description: `Inline code failed: ${outcome.message}`,
      details: code,
      context: 'While evaluating inline code',
      isPrivate: true,
    })
  }
}

/** True if a block contains code that must run before it. Most do not. */
export function hasToPrepare(block: Block): boolean {
  return needsOf(block) !== 'nothing'
}

/** Every variable is a global of inline code, by its id; values that the code cannot reference are omitted. */
function inlineScript(compiledFlow: CompiledFlow, code: string, frame: Frame) {
  const { content, args: named } = scriptText(frame, compiledFlow, code)
  const args: Record<string, unknown> = Object.fromEntries(named.map(({ id, value }) => [id, value]))
  const mayNameAny = namesAtRunTime.test(content) || compiledFlow.variables.length * content.length > maxSearched
  for (const { id } of compiledFlow.variables)
    if (mayNameAny || content.includes(id)) args[id] = guessType(valueIn(frame, compiledFlow, id))
  const body = /\breturn\s/.test(content) ? content : `return ${content}`
  return { code: returningText(body), args, mode: 'value' as const }
}

/** Characters that are searched for the ids of variables; for more, code is given all variables. */
const maxSearched = 10_000_000

/** Code with one of these may build the name of a variable while it runs. */
const namesAtRunTime = /\\|\b(globalThis|this|eval|Function|constructor)\b/

/** Converts the result inside the sandbox: as JSON, `NaN` and `null` would be the same. */
function returningText(body: string): string {
  return `const result = (() => {\n${body}\n})()
return typeof result === 'string' || result === undefined || result === null ? result : JSON.stringify(result)`
}

interface Needs {
  codes: string[]
  comparisons: Comparison[]
}

/** Computed once per block of a compiled flow. */
const known = new WeakMap<Block, Needs | 'nothing'>()

function needsOf(block: Block): Needs | 'nothing' {
  let needs = known.get(block)
  if (needs === undefined) {
    const found = { codes: [...codesIn(block)], comparisons: patternComparisons(block) }
    needs = found.codes.length + found.comparisons.length > 0 ? found : 'nothing'
    known.set(block, needs)
  }
  return needs
}

/** Options that blocks run themselves. */
const ownCode: readonly string[] = ['expressionToEvaluate', 'bodyPath']

function codesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') for (const code of inlineCodes(value)) found.add(code)
  else if (Array.isArray(value)) for (const item of value) codesIn(item, found)
  else if (value && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) if (!ownCode.includes(key)) codesIn(item, found)
  }
  return found
}

function patternComparisons(value: unknown): Comparison[] {
  if (Array.isArray(value)) return value.flatMap(patternComparisons)
  if (!value || typeof value !== 'object') return []
  const { comparisonOperator } = value as Comparison
  const own = isPatternOperator(comparisonOperator) ? [value as Comparison] : []
  return [...own, ...Object.values(value).flatMap(patternComparisons)]
}
