import { normalizeText, type Settings } from '@colloquy/flow'
import { leadingNumber } from '@colloquy/flow/readers'

export type StartCondition = NonNullable<NonNullable<Settings['messaging']>['startCondition']>

/**
 * True if a first message starts a chat with a bot. A condition without comparisons is ignored. Only text can meet one: an image without
 * text never does.
 */
export function meetsStartCondition(condition: StartCondition | undefined, text: string): boolean {
  const comparisons = condition?.comparisons ?? []
  if (comparisons.length === 0) return true
  if (text === '') return false
  const holds = ({ comparisonOperator, value = '' }: (typeof comparisons)[number]) =>
    compare(normalizeText(text), comparisonOperator, normalizeText(value))
  return condition?.logicalOperator === 'OR' ? comparisons.some(holds) : comparisons.every(holds)
}

/** Supports fewer operators than conditions of a flow, and only texts; patterns never match, since they may be hostile. */
function compare(text: string, operator: string | undefined, value: string): boolean {
  switch (operator) {
    case 'Equal to':
      return text === value
    case 'Not equal':
      return text !== value
    case 'Contains':
      return fold(text).includes(fold(value))
    case 'Does not contain':
      return !fold(text).includes(fold(value))
    case 'Greater than':
      return numberOf(text) > numberOf(value)
    case 'Greater or equal to':
      return numberOf(text) >= numberOf(value)
    case 'Less than':
      return numberOf(text) < numberOf(value)
    case 'Less or equal to':
      return numberOf(text) <= numberOf(value)
    case 'Is set':
      return text !== ''
    case 'Is empty':
      return text === ''
    case 'Starts with':
      return text.toLowerCase().startsWith(value.toLowerCase())
    case 'Ends with':
      return text.toLowerCase().endsWith(value.toLowerCase())
    default:
      return false
  }
}

/** The number that a text begins with: "5 apples" is 5. */
function numberOf(text: string): number {
  return leadingNumber(text) ?? Number.NaN
}

function fold(text: string): string {
  return text.trim().toLowerCase()
}
