import type { Comparison, ReplayClass } from '@colloquy/prove'

/** The outcome of one conversation, and the phrase for a number of them in a summary. */
export const classNames: Record<ReplayClass, { label: string; one: string; many: string }> = {
  failed: { label: 'New error', one: 'logs a new error', many: 'log a new error' },
  refused: { label: 'Reply rejected', one: 'has a reply rejected', many: 'have a reply rejected' },
  ended: { label: 'Ends elsewhere', one: 'ends elsewhere', many: 'end elsewhere' },
  question: { label: 'New question', one: 'meets a new question', many: 'meet a new question' },
  unasked: { label: 'Question gone', one: 'skips a question', many: 'skip a question' },
  path: { label: 'Other path', one: 'takes another path', many: 'take another path' },
  unknown: { label: 'Unknown', one: 'cannot be replayed', many: 'cannot be replayed' },
  values: { label: 'Other values', one: 'saves other values', many: 'save other values' },
  wording: { label: 'Other text', one: 'reads other text', many: 'read other text' },
  same: { label: 'Same', one: 'goes as before', many: 'go as before' },
}

/** Whether visitors notice: the strip is quiet about the rest. */
export const isSerious = (name: ReplayClass): boolean =>
  ['failed', 'refused', 'ended', 'question', 'unasked', 'path'].includes(name)

/** Why conversations are `unknown`. */
export const reasons: Record<NonNullable<Comparison['reason']>, string> = {
  effect: 'The draft calls a service or script that was not called then',
  cut: 'The answer of a service was too large to keep',
  restored: 'The visitor came back to an earlier result',
  long: 'The conversation has too many turns',
  unrepeatable: 'The released version no longer gives what was recorded',
}

/** A summary such as "1,204 of 1,210 conversations go as before; 6 end elsewhere". */
export function summaryOf(classes: Readonly<Record<ReplayClass, number>>, conversations: number): string {
  const number = (count: number) => count.toLocaleString('en')
  const of = conversations === 1 ? 'conversation' : 'conversations'
  const head = `${number(classes.same)} of ${number(conversations)} ${of} ${classes.same === 1 ? 'goes' : 'go'} as before`
  const others = (Object.keys(classNames) as ReplayClass[]).filter((name) => name !== 'same' && classes[name] > 0)
  const parts = others.map(
    (name) => `${number(classes[name])} ${classNames[name][classes[name] === 1 ? 'one' : 'many']}`,
  )
  return [head, ...parts].join('; ')
}
