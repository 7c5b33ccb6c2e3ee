import type { ComparisonOperator, Settings } from '@colloquy/flow'

export type MessagingSettings = NonNullable<Settings['messaging']>
export type StartCondition = NonNullable<MessagingSettings['startCondition']>
export type StartComparison = StartCondition['comparisons'][number]

const words: Record<ComparisonOperator, string> = {
  Contains: 'contain',
  'Does not contain': 'do not contain',
  'Equal to': 'are exactly',
  'Not equal': 'are anything but',
  'Starts with': 'begin with',
  'Ends with': 'end with',
  'Greater than': 'are a number above',
  'Greater or equal to': 'are a number of at least',
  'Less than': 'are a number below',
  'Less or equal to': 'are a number of at most',
  'Is set': 'say something',
  'Is empty': 'say nothing',
  'Matches regex': 'fit the pattern',
  'Does not match regex': 'do not fit the pattern',
}

/** Those that the messaging channel carries out and that mean something for a message, which always says something. */
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

/** What a comparison can be, beside what it is: an imported one may be another. */
export const operatorChoices = (current: ComparisonOperator | undefined) =>
  (current === undefined || offered.includes(current) ? offered : [...offered, current]).map(
    (it) => [it, words[it]] as const,
  )

/** Why a comparison holds for no message; undefined for one that may. */
export function whyNever({ comparisonOperator: operator, value }: StartComparison): string | undefined {
  if (operator === undefined) return 'Choose how to compare: until then no message fits.'
  if (operator === 'Matches regex' || operator === 'Does not match regex')
    return 'Patterns are not looked for in first messages: no message fits.'
  if (operator === 'Is empty') return 'Every message says something: none fits.'
  if (operator === 'Is set') return undefined
  return value?.trim() ? undefined : 'Write what to compare with.'
}

/** Whether there is anything that a first message has to meet. */
export const isConditional = (condition: StartCondition | undefined): boolean =>
  (condition?.comparisons.length ?? 0) > 0

/** Which first messages are answered: "messages that contain “hi” or begin with “order”". */
export function startWords(condition: StartCondition | undefined): string {
  if (!condition || !isConditional(condition)) return 'every first message'
  const parts = condition.comparisons.map(({ comparisonOperator: operator, value }) => {
    if (operator === undefined) return '…'
    return operator === 'Is set' || operator === 'Is empty' ? words[operator] : `${words[operator]} “${value ?? ''}”`
  })
  return `first messages that ${parts.join(condition.logicalOperator === 'OR' ? ' or ' : ' and ')}`
}
