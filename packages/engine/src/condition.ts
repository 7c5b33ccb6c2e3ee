import type { Comparison, Condition } from '@colloquy/flow'
import { readNumber } from '@colloquy/flow/readers'
import type { VariableValue } from './session.js'

export interface Operands {
  /** The compared variable's value. */
  input: VariableValue
  /** The value that it is compared with. */
  value: VariableValue
  /** The place in an order of texts that are answers to the input which fills the variable; see `BlockRuntime`. */
  measure?: (text: string) => number | undefined
}

export interface ComparisonLimits {
  /** Maximum number of pairs of items per comparison; a longer text counts once per 10,000 characters. */
  readonly maxPairs: number
  isOutOfTime(): boolean
  /** Called for a comparison with more than `maxPairs`, which does not hold. */
  tooManyPairs(): void
}

export interface ComparisonScope extends ComparisonLimits {
  operandsOf(comparison: Comparison): Operands | undefined
  /** The result of a comparison with a pattern, which was computed beforehand. */
  holdsByPattern(comparison: Comparison): boolean
}

/** True if the comparisons hold, joined by the condition's operator; false without comparisons. */
export function isMet(condition: Condition | undefined, scope: ComparisonScope): boolean {
  const comparisons = condition?.comparisons ?? []
  if (comparisons.length === 0) return false
  const holds = (comparison: Comparison) => {
    const operator = comparison.comparisonOperator
    if (isPatternOperator(operator)) return scope.holdsByPattern(comparison)
    const operands = scope.operandsOf(comparison)
    return operands !== undefined && compare(operands, operator, scope)
  }
  return condition?.logicalOperator === 'OR' ? comparisons.some(holds) : comparisons.every(holds)
}

/** The result of one comparison in time linear in its operands. False for an unknown operator. */
export function compare(operands: Operands, operator: string | undefined, limits: ComparisonLimits): boolean {
  const { input, value } = operands
  if ((Array.isArray(input) || Array.isArray(value)) && limits.isOutOfTime()) return false
  switch (operator) {
    case 'Equal to':
      return areAllEqual(itemsOf(input), itemsOf(value))
    case 'Not equal':
      return areDisjoint(itemsOf(input), itemsOf(value))
    case 'Contains':
      return Array.isArray(input) ? !areDisjoint(input, itemsOf(value)) : hasPart(input, value, limits) === true
    case 'Does not contain':
      return Array.isArray(input) ? areDisjoint(input, itemsOf(value)) : hasPart(input, value, limits) === false
    case 'Greater than':
      return inOrder(operands, (a, b) => a > b)
    case 'Greater or equal to':
      return inOrder(operands, (a, b) => a >= b)
    case 'Less than':
      return inOrder(operands, (a, b) => a < b)
    case 'Less or equal to':
      return inOrder(operands, (a, b) => a <= b)
    case 'Is set':
      return input !== null && input.length > 0
    case 'Is empty':
      return input === null || input.length === 0
    case 'Starts with':
      return haveAffixes(itemsOf(input), itemsOf(value), (text, affix) => text.startsWith(affix))
    case 'Ends with':
      return haveAffixes(itemsOf(input), itemsOf(value), (text, affix) => text.endsWith(affix))
    default:
      return false
  }
}

export type PatternOperator = 'Matches regex' | 'Does not match regex'

export function isPatternOperator(operator: string | undefined): operator is PatternOperator {
  return operator === 'Matches regex' || operator === 'Does not match regex'
}

/** Unicode normal form C, so that equal-looking texts are equal. */
export function normalizeText(text: string): string {
  return text.normalize()
}

type Item = string | null

/** A list unchanged, anything else as a list with one item. */
export function itemsOf(value: VariableValue): readonly Item[] {
  return Array.isArray(value) ? value : [value]
}

const keyOf = (item: Item): Item => (item === null ? null : normalizeText(item))

/** True if each item of one list equals each item of the other. */
function areAllEqual(left: readonly Item[], right: readonly Item[]): boolean {
  if (left.length === 0 || right.length === 0) return true
  const first = keyOf(right[0] as Item)
  const isFirst = (item: Item) => keyOf(item) === first
  return left.every(isFirst) && right.every(isFirst)
}

/** True if no item of one list equals an item of the other. */
function areDisjoint(left: readonly Item[], right: readonly Item[]): boolean {
  const keys = new Set(right.map(keyOf))
  return !left.some((item) => keys.has(keyOf(item)))
}

function fold(text: string): string {
  return normalizeText(text.toLowerCase().trim())
}

const charactersPerPair = 10_000

/** True if a text contains one of the values, ignoring case and surrounding space; undefined beyond the limit of pairs. */
function hasPart(text: Item, value: VariableValue, limits: ComparisonLimits): boolean | undefined {
  if (!text) return false
  const parts = itemsOf(value)
  if (parts.length * Math.ceil(text.length / charactersPerPair) > limits.maxPairs) {
    limits.tooManyPairs()
    return undefined
  }
  const whole = fold(text)
  return parts.some((item) => {
    const part = fold(item ?? '')
    return part !== '' && whole.includes(part)
  })
}

/** True if each text has each affix. All affixes are then affixes of the longest one, so only that one is compared with each text. */
function haveAffixes(
  texts: readonly Item[],
  affixes: readonly Item[],
  has: (text: string, affix: string) => boolean,
): boolean {
  if (texts.length === 0 || affixes.length === 0) return true
  if (!texts.every(Boolean) || !affixes.every(Boolean)) return false
  const folded = affixes.map((affix) => fold(affix as string))
  const longest = folded.reduce((a, b) => (b.length > a.length ? b : a))
  return folded.every((affix) => has(longest, affix)) && texts.every((text) => has(fold(text as string), longest))
}

function inOrder({ input, value, measure }: Operands, holds: (a: number, b: number) => boolean): boolean {
  if (input === null || value === null) return false
  if (Array.isArray(input)) return holds(input.length, Array.isArray(value) ? value.length : Number(value))
  if (Array.isArray(value)) return holds(Number(input), value.length)
  const [a, b] = [measure?.(input), measure?.(value)]
  if (a !== undefined && b !== undefined) return holds(a, b)
  return holds(placeOf(input), placeOf(value))
}

/** A number, else a point in time, else a length. */
function placeOf(text: string): number {
  if (!text.startsWith('+')) {
    const number = Number(text)
    if (!Number.isNaN(number)) return number
    const plain = readNumber(text, { hasDecimalPoint: true })
    if (plain !== undefined) return Number(plain)
  }
  const time = Date.parse(text)
  return Number.isNaN(time) ? text.length : time
}
