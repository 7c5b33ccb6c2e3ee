import { expect, it } from 'vitest'
import { shownDate, shownTime } from './shown-date.js'

it("formats dates and times by the visitor's locale, and by this machine's where the browser names none that is valid", () => {
  expect(shownDate('2026-12-24', undefined, { hasTime: false, locale: 'de-DE' })).toBe('24.12.2026')
  const here = new Intl.DateTimeFormat().resolvedOptions().locale
  for (const locale of ['en-US@posix', 'C', '']) {
    expect(shownDate('2026-12-24', undefined, { hasTime: false, locale })).toBe(
      shownDate('2026-12-24', undefined, { hasTime: false, locale: here }),
    )
    expect(shownTime('14:30', locale)).toBe(shownTime('14:30', here))
  }
})
