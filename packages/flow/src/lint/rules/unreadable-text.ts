import type { Readable } from '../../fields/fields.js'
import type { Rule } from '../rule.js'

export const unreadableText: Rule = {
  id: 'unreadable-text',
  severity: 'warning',
  summary: 'An option is not a time zone, a date format, a number or an email address, so that a run leaves it out',
  *find({ texts }) {
    for (const { location, text, field } of texts) {
      if (field === undefined || text.trim() === '' || text.includes('{{')) continue
      const kind = field.kind === 'number' ? 'number' : 'reads' in field ? field.reads : undefined
      const problem = kind && readers[kind](text)
      if (problem) yield { location, ...problem }
    }
  },
}

/** The problem of a text that cannot be read. */
const readers: Record<Readable, (text: string) => { message: string } | undefined> = {
  number: (text) => (Number.isFinite(Number(text.trim().replace(',', '.'))) ? undefined : notANumber(text)),
  amount: (text) => (/\d/.test(text) ? undefined : notANumber(text)),
  'time zone': (text) =>
    isTimeZone(text.trim())
      ? undefined
      : { message: `"${text}" is not a time zone, so that UTC is used: write a name such as Europe/Berlin.` },
  'date format': (text) =>
    isDateFormat(text)
      ? undefined
      : { message: `"${text}" is not a date format, so that the usual one is used: write one such as dd/MM/yyyy.` },
  'email addresses': (text) => {
    const wrong = text
      .split(/[,;\n]/)
      .map((part) => part.trim())
      .find((part) => part !== '' && !isEmailAddress(part))
    return wrong === undefined
      ? undefined
      : { message: `"${wrong}" is not an email address, so that it is skipped: correct it.` }
  },
}

const notANumber = (text: string) => ({ message: `"${text}" is not a number: write digits, or choose a variable.` })

function isTimeZone(name: string): boolean {
  if (/^[-+]\d\d(?::?\d\d)?$/.test(name)) return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Letters outside of single quotes each stand for a part of a date. */
const isDateFormat = (format: string): boolean =>
  !/[A-Za-z]/.test(
    format.replace(/''|'(?:[^']|'')*(?:'|$)/g, ' ').replace(/[GyYRuQqMLwIdDEiecabBhHkKmsSXxOtTPp]o?/g, ''),
  )

const isEmailAddress = (text: string): boolean => {
  const address = /<([^<>]*)>$/.exec(text)?.[1] ?? text
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(address)
}
