import type { Choices } from '../design/choices.js'
import { momentOf } from '../design/dates.js'
import { t } from '../i18n/i18n.js'
import type { Answer } from '../service/api.js'

export type Rule = Answer<'listNotificationRules'>['rules'][number]

const events: Readonly<Record<Rule['event'], string>> = {
  completed: t('Completed results'),
  failed: t('Errors of the bot'),
}
const channels: Readonly<Record<Rule['channel'], string>> = {
  email: t('Email'),
  browser: t('This browser'),
  webhook: t('Webhook'),
}
const frequencies: Readonly<Record<Rule['frequency'], string>> = {
  now: t('At once'),
  hourly: t('Every hour'),
  daily: t('Every day at 8:00'),
  weekly: t('Every Monday at 8:00'),
}

export const eventChoices: Choices = Object.entries(events)
export const channelChoices: Choices = Object.entries(channels)
export const frequencyChoices: Choices = Object.entries(frequencies)

/** Name of a rule: "Completed results · Email". */
export const titleOf = ({ event, channel }: Pick<Rule, 'event' | 'channel'>): string =>
  [events[event], channel === 'browser' ? t('Browser') : channels[channel]].join(' · ')

/** Frequency or address, conditions, and times of a rule. */
export function factsOf({ frequency, filters, url, sentAt, nextAt }: Rule): string[] {
  return [
    ...(url === null ? [frequencies[frequency]] : [url]),
    ...(filters.length > 0
      ? [t('{count, plural, one {# condition} other {# conditions}}', { count: filters.length })]
      : []),
    ...(sentAt === null ? [t('Nothing sent yet')] : [t('Last sent {moment}', { moment: momentOf(sentAt) })]),
    ...(nextAt === null ? [] : [t('Next {moment}', { moment: momentOf(nextAt) })]),
  ]
}
