import { parsePattern } from '@colloquy/flow'
import { type ComparisonLimits, itemsOf, type Operands, type PatternOperator } from './condition.js'
import { type Effectful, perform } from './effect.js'

/**
 * The result of a comparison with patterns: each text is matched against each pattern, with one effect per pattern. An invalid pattern, or
 * one that takes too long, counts neither as matching nor as not matching.
 */
export function* compareByPattern(
  { input, value }: Operands,
  operator: PatternOperator,
  limits: Pick<ComparisonLimits, 'maxPairs' | 'tooManyPairs' | 'isOutOfTime'>,
): Effectful<boolean> {
  const isNegated = operator === 'Does not match regex'
  const inputs = itemsOf(input)
  const values = itemsOf(value)
  if (inputs.length === 0 || values.length === 0) return isNegated
  if (isNegated && !(inputs.every(Boolean) && values.every(Boolean))) return false
  const texts = distinct(inputs.map((item) => item?.slice(0, maxMatchedTextLength)))
  const patterns = distinct(values)
  if (texts.length * patterns.length > limits.maxPairs) {
    limits.tooManyPairs()
    return false
  }
  if (texts.length === 0) return isNegated
  for (const text of patterns) {
    if (limits.isOutOfTime()) return false
    const { source, flags } = parsePattern(text)
    const outcome = yield* perform({ kind: 'pattern', pattern: source, flags, texts })
    if (outcome.ok ? outcome.matches.includes(true) : isNegated) return !isNegated
  }
  return isNegated
}

const maxMatchedTextLength = 10_000

function distinct(items: readonly (string | null | undefined)[]): string[] {
  return [...new Set(items)].filter((item): item is string => Boolean(item))
}
