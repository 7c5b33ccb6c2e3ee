import type { Comparison, ReplayClass } from '@colloquy/prove'
import { locale, t } from '../i18n/i18n.js'

/** Outcome of one conversation, and its phrases in a summary. */
export const classNames: Record<ReplayClass, { label: string; one: string; many: string }> = {
  failed: { label: t('New error'), one: t('logs a new error'), many: t('log a new error') },
  refused: { label: t('Reply rejected'), one: t('has a reply rejected'), many: t('have a reply rejected') },
  ended: { label: t('Ends elsewhere'), one: t('ends elsewhere'), many: t('end elsewhere') },
  question: { label: t('New question'), one: t('meets a new question'), many: t('meet a new question') },
  unasked: { label: t('Question gone'), one: t('skips a question'), many: t('skip a question') },
  path: { label: t('Other path'), one: t('takes another path'), many: t('take another path') },
  unknown: { label: t('Unknown'), one: t('cannot be replayed'), many: t('cannot be replayed') },
  values: { label: t('Other values'), one: t('saves other values'), many: t('save other values') },
  wording: { label: t('Other text'), one: t('reads other text'), many: t('read other text') },
  same: { label: t('Same'), one: t('goes as before'), many: t('go as before') },
}

/** True if visitors notice the difference. The strip does not highlight any other. */
export const isSerious = (name: ReplayClass): boolean =>
  ['failed', 'refused', 'ended', 'question', 'unasked', 'path'].includes(name)

/** Reasons why conversations are `unknown`. */
export const reasons: Record<NonNullable<Comparison['reason']>, string> = {
  effect: t('The draft calls a service, script or bot that was not called then'),
  cut: t('The answer of a service was too large to keep'),
  restored: t('The visitor came back to an earlier result'),
  long: t('The conversation has too many turns'),
  release: t('The version it was held with, or that of a linked bot, is not available'),
  unrepeatable: t('The released version no longer gives what was recorded'),
}

/** Returns a summary such as "1,204 of 1,210 conversations go as before; 6 end elsewhere", or "All 1,210 conversations go as before". */
export function summaryOf(classes: Readonly<Record<ReplayClass, number>>, conversations: number): string {
  const number = (count: number) => count.toLocaleString(locale ?? 'en')
  const outcomeOf = (name: ReplayClass) => classNames[name][classes[name] === 1 ? 'one' : 'many']
  const all = number(conversations)
  const found = (Object.keys(classNames) as ReplayClass[]).filter((name) => classes[name] > 0)
  if (found.length === 1)
    return t('{conversations, plural, one {{all} conversation {outcome}} other {All {all} conversations {outcome}}}', {
      conversations,
      all,
      outcome: outcomeOf(found[0]!),
    })
  const order = classes.same > 0 ? ['same' as const, ...found.filter((name) => name !== 'same')] : found
  const [first, ...others] = order as [ReplayClass, ...ReplayClass[]]
  const head = t('{shown} of {all} conversations {outcome}', {
    shown: number(classes[first]),
    all,
    outcome: outcomeOf(first),
  })
  return [head, ...others.map((name) => `${number(classes[name])} ${outcomeOf(name)}`)].join('; ')
}
