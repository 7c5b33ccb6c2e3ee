import { textMessages } from '@colloquy/channels'
import { locale, t } from '../i18n/i18n.js'
import type { FullConversation } from './conversation.js'

export type ReplyLimits = NonNullable<FullConversation['replyLimits']>

const hour = 3_600_000
const day = 24 * hour

/** The time in which a channel accepts answers. */
export interface ReplyWindow {
  isOpen: boolean
  /** It ends within the hour, or has ended. */
  isUrgent: boolean
  text: string
}

/** Describes the reply window of a channel; undefined if the channel accepts answers at any time. */
export function replyWindow({ channel, windowHours, closesAt }: ReplyLimits, now: number): ReplyWindow | undefined {
  if (windowHours === null) return undefined
  const end = closesAt === null ? undefined : Date.parse(closesAt)
  const left = (end ?? 0) - now
  if (end !== undefined && left > 0) {
    const text = t('{channel} accepts answers for {time}, until {moment}.', {
      channel,
      time: lengthOf(left),
      moment: momentWithin(end, now),
    })
    return { isOpen: true, isUrgent: left < hour, text }
  }
  const text = t(
    '{channel} accepts answers only within {time} of a message of the contact. Answer when they write again, or reach them another way.',
    { channel, time: lengthOf(windowHours * hour) },
  )
  return { isOpen: false, isUrgent: true, text }
}

/** A length of time in its largest unit, rounded down: "2 days", "3 hours", "12 minutes". */
function lengthOf(time: number): string {
  if (time >= 2 * day) return inUnit(time / day, 'day')
  if (time >= hour) return inUnit(time / hour, 'hour')
  return inUnit(Math.max(time / 60_000, 1), 'minute')
}

const inUnit = (count: number, unit: 'day' | 'hour' | 'minute'): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(
    Math.floor(count),
  )

/** A moment of the next days: with the day of the week, unless it is today. */
function momentWithin(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  const options = { hour: 'numeric', minute: '2-digit' } as const
  return new Date(at).toLocaleString(locale, isToday ? options : { ...options, weekday: 'short' })
}

/** Says how much of the length of one message a text takes, from four fifths of it on, or in how many messages it is sent. */
export function lengthNote(text: string, { text: limit }: ReplyLimits): string | undefined {
  const written = text.trim()
  const length = limit.unit === 'bytes' ? new TextEncoder().encode(written).length : written.length
  if (length < 0.8 * limit.max) return undefined
  const [used, max] = [length, limit.max].map((count) => count.toLocaleString(locale)) as [string, string]
  const count = textMessages(written, { text: limit }).length
  if (count > 1) return t('Too long for one message: sent as {count}.', { count: count.toLocaleString(locale) })
  return limit.unit === 'bytes'
    ? t('{used} of {max} bytes', { used, max })
    : t('{used} of {max} characters', { used, max })
}
