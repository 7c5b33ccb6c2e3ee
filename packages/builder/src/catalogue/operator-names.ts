import type { ComparisonOperator } from '@colloquy/flow'

const names = {
  'Equal to': 'is',
  'Not equal': 'is not',
  Contains: 'contains',
  'Does not contain': 'does not contain',
  'Greater than': 'is greater than',
  'Greater or equal to': 'is at least',
  'Less than': 'is less than',
  'Less or equal to': 'is at most',
  'Is set': 'is set',
  'Is empty': 'is empty',
  'Starts with': 'begins with',
  'Ends with': 'ends with',
  'Matches regex': 'matches the pattern',
  'Does not match regex': 'does not match the pattern',
} as const satisfies Record<ComparisonOperator, string>

/** Comparisons in the words of a sentence, by operator. */
export const operatorNames: Readonly<Record<string, string>> = names

/** The same as choices of a list. */
export const operators = Object.entries(names)

/** Comparisons that look at the variable alone. */
export const withoutValue: ReadonlySet<string> = new Set(['Is set', 'Is empty'] satisfies ComparisonOperator[])
