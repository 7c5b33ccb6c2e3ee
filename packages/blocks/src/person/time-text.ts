const shown = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
} as const

/** A time as people say it: "Monday, November 30 at 9:00 AM". In English, where the language is missing or unknown. */
export function timeText(at: number, timeZone: string, locale: string): string {
  // Flows compare texts: a narrow space looks like any other.
  return formatOf(timeZone, locale.trim())
    .format(at)
    .replace(/[\u00a0\u202f]/g, ' ')
}

function formatOf(timeZone: string, locale: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale || 'en', { ...shown, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en', { ...shown, timeZone })
  }
}
