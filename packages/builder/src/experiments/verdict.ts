import { variantLetter } from '@colloquy/flow'
import { locale, t } from '../i18n/i18n.js'
import type { Metrics } from './experiment.js'

/** Formats a share from 0 to 1 as "12.3 %". */
export const percentOf = (share: number): string =>
  share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 })

/** Formats a probability like a share, but never as certain: "> 99.9 %". */
export function probabilityOf(share: number): string {
  if (share > highest) return `> ${percentOf(highest)}`
  return share < 1 - highest ? `< ${percentOf(1 - highest)}` : percentOf(share)
}

const highest = 0.999

/** Formats the interval of a difference: "+1.2 to +3.4 points". */
export function leadOf({ from, to }: { from: number; to: number }): string {
  const signed = (share: number) =>
    (share * 100).toLocaleString(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  return t('{from} to {to} points', { from: signed(from), to: signed(to) })
}

const points = (share: number): string => (share * 100).toLocaleString(locale, { maximumFractionDigits: 1 })

/** Describes the verdict of an experiment in a sentence; `tone` is that of a notice. */
export function verdictOf({ verdict, variants }: Metrics, minimumDifference: number): { text: string; tone: string } {
  switch (verdict.kind) {
    case 'sample-ratio':
      return {
        text: t(
          'Visitors are not split as configured, so the numbers are not valid. Something prevents visitors of one variant from being counted: end the experiment, and look for a script, a cache or a redirect that treats them differently.',
        ),
        tone: 'danger',
      }
    case 'too-few-visitors':
      return {
        text: t('Too early to tell. A verdict needs {count} visitors for each variant.', {
          count: verdict.atLeast.toLocaleString(locale),
        }),
        tone: '',
      }
    case 'undecided':
      return { text: t('No winner yet. You may look at any time: the verdict takes it into account.'), tone: '' }
    case 'no-difference':
      return {
        text: t('No winner: the variants do not differ by {points} points or more.', {
          points: points(minimumDifference),
        }),
        tone: '',
      }
    case 'winner': {
      const values = {
        winner: variantLetter(verdict.variant),
        other: variantLetter(verdict.against),
        from: points(verdict.lead.from),
        to: points(verdict.lead.to),
      }
      const text =
        variants.length > 2
          ? t('{winner} is better than all others, and than {other} by {from} to {to} points.', values)
          : t('{winner} is better than {other} by {from} to {to} points.', values)
      return { text, tone: 'good' }
    }
  }
}
