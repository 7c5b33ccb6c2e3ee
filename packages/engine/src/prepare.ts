import type { Block, Comparison, Pattern } from '@colloquy/flow'
import { type Matcher, type Operands, patternsOf } from './condition.js'
import { type Effectful, perform } from './effect.js'
import { scriptText, valueIn } from './frame-variables.js'
import type { Program } from './program.js'
import type { Frame } from './session.js'
import { inlineCodes } from './template.js'
import { guessType } from './variables.js'

/**
 * What of an author's texts has to be run in the sandbox: inline code and patterns. It is run before the block that holds them, so
 * that blocks can go on without waiting for anything; a block without any pays nothing for it.
 */
export class Prepared {
  readonly #program: Program
  readonly #frame: Frame
  readonly #inline = new Map<string, string>()
  readonly #matches = new Map<string, boolean>()
  readonly matcher: Matcher = (pattern, text) => this.#matches.get(keyOf(pattern, text))

  constructor(program: Program, frame: Frame) {
    this.#program = program
    this.#frame = frame
  }

  inlineResult(code: string): string | undefined {
    return this.#inline.get(code)
  }

  /** Everything that the texts and conditions of a block need. Values are those of now: earlier results are run again. */
  *block(block: Block, operandsOf: (comparison: Comparison) => Operands | undefined): Effectful<void> {
    const needs = needsOf(block)
    if (needs === 'nothing') return
    for (const code of needs.codes) yield* this.#run(code)
    for (const comparison of needs.comparisons) {
      const operands = operandsOf(comparison)
      if (operands) yield* this.#match(patternsOf(comparison.comparisonOperator, operands))
    }
  }

  /** Everything that some texts, such as those of a theme, need. */
  *texts(value: unknown): Effectful<void> {
    for (const code of codesIn(value)) yield* this.#run(code)
  }

  *#run(code: string): Effectful<void> {
    const outcome = yield* perform({ kind: 'script', ...inlineScript(this.#program, code, this.#frame) })
    if (outcome.ok) this.#inline.set(code, textOf(outcome.value))
    else this.#inline.delete(code)
  }

  *#match(pairs: readonly { pattern: Pattern; text: string }[]): Effectful<void> {
    for (const { pattern, text } of pairs) {
      const outcome = yield* perform({
        kind: 'pattern',
        pattern: pattern.source,
        flags: pattern.flags,
        texts: [text],
      })
      const matches = outcome.ok ? outcome.matches[0] : undefined
      if (matches === undefined) this.#matches.delete(keyOf(pattern, text))
      else this.#matches.set(keyOf(pattern, text), matches)
    }
  }
}

/** Whether a block has anything that must be run before it. Most have nothing. */
export function hasToPrepare(block: Block): boolean {
  return needsOf(block) !== 'nothing'
}

function keyOf({ source, flags }: Pattern, text: string): string {
  return JSON.stringify([source, flags, text])
}

/** A result inside other text. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Inline code may name variables by their ids, too. */
function inlineScript(program: Program, code: string, frame: Frame) {
  const { content, args: named } = scriptText(frame, program, code)
  const args: Record<string, unknown> = Object.fromEntries(named.map(({ id, value }) => [id, value]))
  for (const { id } of program.variables) if (content.includes(id)) args[id] = guessType(valueIn(frame, program, id))
  return { code: /\breturn\s/.test(content) ? content : `return ${content}`, args, mode: 'value' as const }
}

interface Needs {
  codes: string[]
  comparisons: Comparison[]
}

/** Found once per block of a program. */
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

/** Options that blocks run by themselves. */
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
  const own =
    comparisonOperator === 'Matches regex' || comparisonOperator === 'Does not match regex' ? [value as Comparison] : []
  return [...own, ...Object.values(value).flatMap(patternComparisons)]
}
