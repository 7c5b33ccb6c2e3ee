import { type Comparison, type Condition, type Pattern, parsePattern } from '@colloquy/flow'
import type { VariableValue } from './session.js'

export interface Operands {
  /** The compared variable's value. */
  input: VariableValue
  /** What it is compared with. */
  value: VariableValue
}

/** Whether a pattern matches a text; undefined when that is not known, because it is no pattern or took too long. */
export type Matcher = (pattern: Pattern, text: string) => boolean | undefined

/** Without comparisons nothing is met, whatever joins them. Patterns are matched elsewhere: they may be hostile. */
export function isMet(
  condition: Condition | undefined,
  operands: (comparison: Comparison) => Operands | undefined,
  matcher: Matcher,
): boolean {
  const comparisons = condition?.comparisons ?? []
  if (comparisons.length === 0) return false
  const holds = (comparison: Comparison) => {
    const pair = operands(comparison)
    return pair !== undefined && compare(pair.input, comparison.comparisonOperator, pair.value, matcher)
  }
  return condition?.logicalOperator === 'OR' ? comparisons.some(holds) : comparisons.every(holds)
}

/** One comparison. An unknown operator never holds. */
export function compare(
  input: VariableValue,
  operator: string | undefined,
  value: VariableValue,
  matcher: Matcher,
): boolean {
  switch (operator) {
    case 'Equal to':
      return every(input, value, (a, b) => same(a, b))
    case 'Not equal':
      return every(input, value, (a, b) => !same(a, b))
    case 'Contains':
      return contains(input, value)
    case 'Does not contain':
      return doesNotContain(input, value)
    case 'Greater than':
      return inOrder(input, value, (a, b) => a > b)
    case 'Greater or equal to':
      return inOrder(input, value, (a, b) => a >= b)
    case 'Less than':
      return inOrder(input, value, (a, b) => a < b)
    case 'Less or equal to':
      return inOrder(input, value, (a, b) => a <= b)
    case 'Is set':
      return input !== null && input.length > 0
    case 'Is empty':
      return input === null || input.length === 0
    case 'Starts with':
      return every(input, value, (a, b) => bothSet(a, b) && fold(a).startsWith(fold(b)))
    case 'Ends with':
      return every(input, value, (a, b) => bothSet(a, b) && fold(a).endsWith(fold(b)))
    case 'Matches regex':
      return some(input, value, (a, b) => matches(a, b, matcher) === true)
    case 'Does not match regex':
      return every(input, value, (a, b) => matches(a, b, matcher) === false)
    default:
      return false
  }
}

/** Unicode normal form C, so that equal-looking texts are equal. */
export function normalizeText(text: string): string {
  return text.normalize()
}

type Scalar = string | null

function list(value: VariableValue): Scalar[] {
  return Array.isArray(value) ? value : [value]
}

function every(input: VariableValue, value: VariableValue, holds: (a: Scalar, b: Scalar) => boolean): boolean {
  return list(input).every((a) => list(value).every((b) => holds(a, b)))
}

function some(input: VariableValue, value: VariableValue, holds: (a: Scalar, b: Scalar) => boolean): boolean {
  return list(input).some((a) => list(value).some((b) => holds(a, b)))
}

function same(a: Scalar, b: Scalar): boolean {
  return typeof a === 'string' && typeof b === 'string' ? normalizeText(a) === normalizeText(b) : a === b
}

function bothSet(a: Scalar, b: Scalar): a is string {
  return Boolean(a) && Boolean(b)
}

function fold(text: Scalar): string {
  return normalizeText((text ?? '').toLowerCase().trim())
}

function contains(input: VariableValue, value: VariableValue): boolean {
  if (Array.isArray(input)) return some(input, value, same)
  return some(input, value, (a, b) => bothSet(a, b) && fold(b) !== '' && fold(a).includes(fold(b)))
}

function doesNotContain(input: VariableValue, value: VariableValue): boolean {
  if (Array.isArray(input)) return every(input, value, (a, b) => !same(a, b))
  return every(input, value, (a, b) => !bothSet(a, b) || fold(b) === '' || !fold(a).includes(fold(b)))
}

function inOrder(input: VariableValue, value: VariableValue, holds: (a: number, b: number) => boolean): boolean {
  if (input === null || value === null) return false
  if (Array.isArray(input)) return holds(input.length, Array.isArray(value) ? value.length : Number(value))
  if (Array.isArray(value)) return holds(Number(input), value.length)
  return holds(measure(input), measure(value))
}

/** A number, else a point in time, else a length. */
function measure(text: string): number {
  if (!text.startsWith('+')) {
    const number = Number(text)
    if (!Number.isNaN(number)) return number
  }
  const time = Date.parse(text)
  return Number.isNaN(time) ? text.length : time
}

/** Every pattern and text that a comparison will have to match. */
export function patternsOf(
  operator: string | undefined,
  { input, value }: Operands,
): { pattern: Pattern; text: string }[] {
  if (operator !== 'Matches regex' && operator !== 'Does not match regex') return []
  return list(input).flatMap((a) =>
    list(value).flatMap((b) => (bothSet(a, b) ? [{ pattern: parsePattern(b ?? ''), text: matchedPart(a) }] : [])),
  )
}

function matches(a: Scalar, b: Scalar, matcher: Matcher): boolean | undefined {
  return bothSet(a, b) ? matcher(parsePattern(b ?? ''), matchedPart(a)) : undefined
}

const longestMatchedText = 10_000

function matchedPart(text: string): string {
  return text.slice(0, longestMatchedText)
}
