import { locale, t } from '../i18n/i18n.js'

const words = new Intl.RelativeTimeFormat(locale ?? 'en', { numeric: 'auto' })

/** How long ago that was: "just now", "2 minutes ago", "yesterday". */
export function ago(time: string | number | Date, now: number): string {
  const minutes = Math.floor((now - new Date(time).getTime()) / 60_000)
  if (minutes < 1) return t('just now')
  if (minutes < 60) return words.format(-minutes, 'minute')
  if (minutes < 24 * 60) return words.format(-Math.floor(minutes / 60), 'hour')
  return words.format(-Math.floor(minutes / (24 * 60)), 'day')
}
