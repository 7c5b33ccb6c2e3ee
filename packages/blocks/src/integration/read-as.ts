import type { ReadAs } from '@colloquy/flow/integrations'
import { trimAddress } from '@colloquy/flow/readers'
import { isWebAddress } from '../common/is-web-address.js'
import { readDate } from '../common/read-date.js'
import { isEmail } from '../email-input/is-email.js'
import { phoneNumberIn } from '../phone-number-input/phone-number-in.js'

/** Reads texts like the inputs of their types. An ambiguous date, such as `03/04/2026`, is invalid. */
export function readAs(now: number): ReadAs {
  return (type, given) => {
    const text = trimAddress(given)
    switch (type) {
      case 'email':
        return isEmail(text) ? text.toLowerCase() : undefined
      case 'url':
        return isWebAddress(text) ? text : undefined
      case 'phone':
        return phoneNumberIn(text)
      case 'date': {
        const [iso] = /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(text) ?? []
        if (iso !== undefined) return isDay(iso) ? iso : undefined
        const found = /^\d{1,2}[/-]\d{1,2}[/-]\d{2,4}$/.test(text) ? undefined : readDate(text, 'day-first', now)
        return found && !found.end ? new Date(found.start.instant).toISOString().slice(0, 10) : undefined
      }
      case 'time': {
        const found = readDate(text, 'month-first', now)
        return found?.start.hasTime && !found.end
          ? new Date(found.start.instant).toISOString().slice(11, 16)
          : undefined
      }
    }
  }
}

function isDay(iso: string): boolean {
  const day = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(iso)
}
