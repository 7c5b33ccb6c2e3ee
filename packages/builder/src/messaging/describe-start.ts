import type { ComparisonOperator, Settings } from '@colloquy/flow'
import { locale, t } from '../i18n/i18n.js'

export type MessagingSettings = NonNullable<Settings['messaging']>
export type StartCondition = NonNullable<MessagingSettings['startCondition']>
export type StartComparison = StartCondition['comparisons'][number]

const words: Record<ComparisonOperator, string> = {
  Contains: t('contain'),
  'Does not contain': t('do not contain'),
  'Equal to': t('are exactly'),
  'Not equal': t('are anything but'),
  'Starts with': t('begin with'),
  'Ends with': t('end with'),
  'Greater than': t('are a number above'),
  'Greater or equal to': t('are a number of at least'),
  'Less than': t('are a number below'),
  'Less or equal to': t('are a number of at most'),
  'Is set': t('say something'),
  'Is empty': t('say nothing'),
  'Matches regex': t('fit the pattern'),
  'Does not match regex': t('do not fit the pattern'),
}

/** Operators that the messaging channel supports and that make sense for a message, which is never empty. */
const offered: readonly ComparisonOperator[] = [
  'Contains',
  'Does not contain',
  'Equal to',
  'Not equal',
  'Starts with',
  'Ends with',
  'Greater than',
  'Greater or equal to',
  'Less than',
  'Less or equal to',
]

/** Operators to choose from, and the current one: an imported comparison may have another. */
export const operatorChoices = (current: ComparisonOperator | undefined) =>
  (current === undefined || offered.includes(current) ? offered : [...offered, current]).map(
    (it) => [it, words[it]] as const,
  )

/** Explains why a comparison never matches; undefined if it may. */
export function whyNever({ comparisonOperator: operator, value }: StartComparison): string | undefined {
  if (operator === undefined) return t('Choose how to compare. Until then, no message matches.')
  if (operator === 'Matches regex' || operator === 'Does not match regex')
    return t('First messages are not compared with patterns, so no message matches.')
  if (operator === 'Is empty') return t('Every message says something: none fits.')
  if (operator === 'Is set') return undefined
  return value?.trim() ? undefined : t('Write what to compare with.')
}

/** True if a first message has to meet any condition. */
export const isConditional = (condition: StartCondition | undefined): boolean =>
  (condition?.comparisons.length ?? 0) > 0

/** Describes which first messages are answered: "messages that contain “hi” or begin with “order”". */
export function describeStart(condition: StartCondition | undefined): string {
  if (!condition || !isConditional(condition)) return t('every first message')
  const parts = condition.comparisons.map(({ comparisonOperator: operator, value }) => {
    if (operator === undefined) return '…'
    return operator === 'Is set' || operator === 'Is empty' ? words[operator] : `${words[operator]} “${value ?? ''}”`
  })
  return t('first messages that {parts}', {
    parts: new Intl.ListFormat(locale, {
      type: condition.logicalOperator === 'OR' ? 'disjunction' : 'conjunction',
    }).format(parts),
  })
}
