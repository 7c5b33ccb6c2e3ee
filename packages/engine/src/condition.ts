import { type Comparison, type Condition, normalizeText } from '@colloquy/flow'
import { readNumber } from '@colloquy/flow/readers'
import { type Effectful, pause } from './effect.js'
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
  /** Forms of the texts that were compared before. */
  readonly texts: ComparedTexts
  isOutOfTime(): boolean
  /** Called for a comparison with more than `maxPairs`, which does not hold. */
  tooManyPairs(): void
  /** Counts characters that are compared. False if the turn has compared too many: the comparison does not hold. */
  takesCharacters(count: number): boolean
}

export interface ComparisonScope extends ComparisonLimits {
  operandsOf(comparison: Comparison): Operands | undefined
  /** The result of a comparison with a pattern, which was computed beforehand. */
  holdsByPattern(comparison: Comparison): boolean
  isPauseDue(): boolean
}

/** True if the comparisons hold, joined by the condition's operator; false without comparisons. */
export function* isMet(condition: Condition | undefined, scope: ComparisonScope): Effectful<boolean> {
  const comparisons = condition?.comparisons ?? []
  if (comparisons.length === 0) return false
  const isEnough = condition?.logicalOperator === 'OR'
  for (const comparison of comparisons) {
    if (scope.isPauseDue()) yield* pause()
    if (holds(comparison, scope) === isEnough) return isEnough
  }
  return !isEnough
}

function holds(comparison: Comparison, scope: ComparisonScope): boolean {
  const operator = comparison.comparisonOperator
  if (isPatternOperator(operator)) return scope.holdsByPattern(comparison)
  if (scope.isOutOfTime() || !scope.takesCharacters(charactersOfComparison)) return false
  const operands = scope.operandsOf(comparison)
  return operands !== undefined && compare(operands, operator, scope)
}

/** The work on a comparison of short texts, in characters. */
const charactersOfComparison = 20

/** The result of one comparison in time linear in its operands. False for an unknown operator. */
export function compare(operands: Operands, operator: string | undefined, limits: ComparisonLimits): boolean {
  const { input, value } = operands
  if ((Array.isArray(input) || Array.isArray(value)) && limits.isOutOfTime()) return false
  switch (operator) {
    case 'Is set':
      return input !== null && input.length > 0
    case 'Is empty':
      return input === null || input.length === 0
    case 'Greater than':
      return inOrder(operands, limits, (a, b) => a > b)
    case 'Greater or equal to':
      return inOrder(operands, limits, (a, b) => a >= b)
    case 'Less than':
      return inOrder(operands, limits, (a, b) => a < b)
    case 'Less or equal to':
      return inOrder(operands, limits, (a, b) => a <= b)
    default:
      return limits.takesCharacters(charactersOf(input) + charactersOf(value)) && compareTexts()
  }

  function compareTexts(): boolean {
    const { texts } = limits
    switch (operator) {
      case 'Equal to':
        return areAllEqual(itemsOf(input), itemsOf(value), texts)
      case 'Not equal':
        return areDisjoint(itemsOf(input), itemsOf(value), texts)
      case 'Contains':
        return Array.isArray(input)
          ? !areDisjoint(input, itemsOf(value), texts)
          : hasPart(input, value, limits) === true
      case 'Does not contain':
        return Array.isArray(input)
          ? areDisjoint(input, itemsOf(value), texts)
          : hasPart(input, value, limits) === false
      case 'Starts with':
        return haveAffixes(itemsOf(input), itemsOf(value), texts, (text, affix) => text.startsWith(affix))
      case 'Ends with':
        return haveAffixes(itemsOf(input), itemsOf(value), texts, (text, affix) => text.endsWith(affix))
      default:
        return false
    }
  }
}

/** The forms in which texts are compared. Those of long texts are computed once. */
export class ComparedTexts {
  readonly #normalized = new Map<string, string>()
  readonly #folded = new Map<string, string>()

  normalized(text: string): string {
    return known(this.#normalized, text, normalizeText)
  }

  /** Without case and surrounding space. */
  folded(text: string): string {
    return known(this.#folded, text, (whole) => normalizeText(whole.toLowerCase().trim()))
  }
}

/** Characters from which looking a text up takes less time than computing its forms. */
const longText = 100

function known(forms: Map<string, string>, text: string, compute: (text: string) => string): string {
  if (text.length < longText) return compute(text)
  const before = forms.get(text)
  if (before !== undefined) return before
  const form = compute(text)
  forms.set(text, form)
  return form
}

export type PatternOperator = 'Matches regex' | 'Does not match regex'

export function isPatternOperator(operator: string | undefined): operator is PatternOperator {
  return operator === 'Matches regex' || operator === 'Does not match regex'
}

type Item = string | null

/** A list unchanged, anything else as a list with one item. */
export function itemsOf(value: VariableValue): readonly Item[] {
  return Array.isArray(value) ? value : [value]
}

/** The length of a text, or of all items of a list. */
export function charactersOf(value: VariableValue): number {
  if (!Array.isArray(value)) return value?.length ?? 0
  return value.reduce((sum, item) => sum + (item?.length ?? 0), value.length)
}

const keyOf = (item: Item, texts: ComparedTexts): Item => (item === null ? null : texts.normalized(item))

/** True if each item of one list equals each item of the other. */
function areAllEqual(left: readonly Item[], right: readonly Item[], texts: ComparedTexts): boolean {
  if (left.length === 0 || right.length === 0) return true
  const first = keyOf(right[0] as Item, texts)
  const isFirst = (item: Item) => keyOf(item, texts) === first
  return left.every(isFirst) && right.every(isFirst)
}

/** True if no item of one list equals an item of the other. */
function areDisjoint(left: readonly Item[], right: readonly Item[], texts: ComparedTexts): boolean {
  const keys = new Set(right.map((item) => keyOf(item, texts)))
  return !left.some((item) => keys.has(keyOf(item, texts)))
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
  const { texts } = limits
  const whole = texts.folded(text)
  return parts.some((item) => {
    const part = texts.folded(item ?? '')
    return part !== '' && whole.includes(part)
  })
}

/** True if each text has each affix. All affixes are then affixes of the longest one, so only that one is compared with each text. */
function haveAffixes(
  whole: readonly Item[],
  affixes: readonly Item[],
  texts: ComparedTexts,
  has: (text: string, affix: string) => boolean,
): boolean {
  if (whole.length === 0 || affixes.length === 0) return true
  if (!whole.every(Boolean) || !affixes.every(Boolean)) return false
  const folded = affixes.map((affix) => texts.folded(affix as string))
  const longest = folded.reduce((a, b) => (b.length > a.length ? b : a))
  return (
    folded.every((affix) => has(longest, affix)) && whole.every((text) => has(texts.folded(text as string), longest))
  )
}

function inOrder(
  { input, value, measure }: Operands,
  limits: ComparisonLimits,
  holds: (a: number, b: number) => boolean,
): boolean {
  if (input === null || value === null) return false
  const areTexts = !Array.isArray(input) && !Array.isArray(value)
  if (!limits.takesCharacters(areTexts ? input.length + value.length : 0)) return false
  if (Array.isArray(input)) return holds(input.length, Array.isArray(value) ? value.length : Number(value))
  if (Array.isArray(value)) return holds(Number(input), value.length)
  const [a, b] = [measure?.(input), measure?.(value)]
  if (a !== undefined && b !== undefined) return holds(a, b)
  return holds(locationOf(input), locationOf(value))
}

/** A number, else a point in time, else a length. */
function locationOf(text: string): number {
  if (!text.startsWith('+')) {
    const number = Number(text)
    if (!Number.isNaN(number)) return number
    const plain = readNumber(text, { hasDecimalPoint: true })
    if (plain !== undefined) return Number(plain)
  }
  const time = Date.parse(text)
  return Number.isNaN(time) ? text.length : time
}
