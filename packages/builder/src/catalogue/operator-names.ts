import type { ComparisonOperator } from '@colloquy/flow'
import { t } from '../i18n/i18n.js'

const names = {
  'Equal to': t('is'),
  'Not equal': t('is not'),
  Contains: t('contains'),
  'Does not contain': t('does not contain'),
  'Greater than': t('is greater than'),
  'Greater or equal to': t('is at least'),
  'Less than': t('is less than'),
  'Less or equal to': t('is at most'),
  'Is set': t('is set'),
  'Is empty': t('is empty'),
  'Starts with': t('begins with'),
  'Ends with': t('ends with'),
  'Matches regex': t('matches the pattern'),
  'Does not match regex': t('does not match the pattern'),
} as const satisfies Record<ComparisonOperator, string>

/** Comparisons in the words of a sentence, by operator. */
export const operatorNames: Readonly<Record<string, string>> = names

/** The same as choices of a list. */
export const operators = Object.entries(names)

/** Comparisons that look at the variable alone. */
export const withoutValue: ReadonlySet<string> = new Set(['Is set', 'Is empty'] satisfies ComparisonOperator[])
