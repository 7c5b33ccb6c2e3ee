import { tzOffset } from '@date-fns/tz'

/** Formats an instant as ISO text in a time zone, without milliseconds; undefined for an unknown time zone. */
export function instantInZone(milliseconds: number, timeZone: string): string | undefined {
  const minutes = tzOffset(timeZone, new Date(milliseconds))
  if (!Number.isFinite(minutes)) return undefined
  const local = new Date(milliseconds + minutes * 60_000).toISOString().slice(0, 19)
  if (minutes === 0) return `${local}Z`
  const absolute = Math.abs(Math.trunc(minutes))
  const two = (part: number) => String(part).padStart(2, '0')
  return `${local}${minutes < 0 ? '-' : '+'}${two(Math.floor(absolute / 60))}:${two(absolute % 60)}`
}
