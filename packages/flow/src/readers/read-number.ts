import { asciiDigits, withoutUnseen } from './characters.js'
import { partOfNumber } from './number-format.js'

export interface NumberContext {
  /** Language that the text is written in, as a tag. It decides about texts like "1.500"; without one they are not read. */
  locale?: string | undefined
  /** The text comes from a program or an author: a single point is the decimal mark, in any language. */
  hasDecimalPoint?: boolean
  /** Signs that may stand beside the number in addition to currency signs and "%", such as "kg". */
  signs?: readonly string[]
}

/** Longer texts are not numbers: those that are would be infinite, or lose digits that somebody meant. */
const longest = 100

/**
 * Reads a text that is a number as a whole, as people and programs write it in any script and language: separators of thousands, decimal
 * marks, a sign, a currency sign. Returns all of its digits in plain form, such as "-1234.50". Undefined for other texts, and for those that
 * mean different numbers in different languages.
 */
export function readNumber(text: string, context: NumberContext = {}): string | undefined {
  if (text.length > longest) return undefined
  const [, before, written, after] = parts.exec(inAscii(text)) ?? []
  if (before === undefined || written === undefined || after === undefined) return undefined
  const sign = before.match(/[+-]/g) ?? []
  const beside = [before.replace(/[+-]/, ''), after].map((it) => it.trim()).filter((it) => it !== '' && it !== '.')
  if (sign.length > 1 || beside.length > 1 || !beside.every((it) => mayStandBeside(it, context.signs))) return undefined
  const plain = withDecimalPoint(written, context)
  if (plain === undefined) return undefined
  const full = plain.startsWith('.') ? `0${plain}` : plain
  return sign[0] === '-' && /[1-9]/.test(full) ? `-${full}` : full
}

/** The number that a text is, or that it begins with, as authors write waits and sizes: "5", "1 000", "300px", "1e3". */
export function leadingNumber(text: string): number | undefined {
  const context = { hasDecimalPoint: true }
  const plain = readNumber(text, context) ?? readNumber(text.match(/^[^\p{L}\p{Sc}%]*/u)?.[0] ?? '', context)
  const number =
    plain === undefined || hasExponent.test(text) ? Number.parseFloat(text.replace(',', '.')) : Number(plain)
  return Number.isFinite(number) ? number : undefined
}

const hasExponent = /^\s*[+-]?[\d.]+e[+-]?\d/i

/** The text before a number, the number, and the text behind it. */
const parts = /^([^\d]*?)([.,]?\d(?:[\d.,' ]*\d)?)([^\d]*)$/

/** Other forms of signs and separators, and of the spaces between thousands. */
const forms: readonly (readonly [RegExp, string])[] = [
  [/[\u2010-\u2015\u2212\ufe63\uff0d]/g, '-'],
  [/[\u066b\uff0e]/g, '.'],
  [/[\u060c\u066c\uff0c]/g, ','],
  [/[\u2019\u02bc`\u00b4]/g, "'"],
  [/[\u066a\uff05]/g, '%'],
  [/\uff0b/g, '+'],
  [/\s/g, ' '],
]

const inAscii = (text: string): string =>
  forms.reduce((plain, [form, ascii]) => plain.replace(form, ascii), asciiDigits(withoutUnseen(text))).trim()

const currencySign = /^(?:[A-Z]{1,3} ?)?\p{Sc}$/u

function mayStandBeside(text: string, signs: readonly string[] = []): boolean {
  const named = (sign: string) => inAscii(sign).toLowerCase() === text.toLowerCase()
  return text === '%' || currencySign.test(text) || signs.some(named)
}

/** The last of two kinds of separators is the decimal mark; one that occurs several times separates thousands. */
function withDecimalPoint(written: string, context: NumberContext): string | undefined {
  const separators = written.match(/[^\d]/g) ?? []
  const last = separators.at(-1)
  if (last === undefined) return written
  const others = new Set(separators.filter((it) => it !== last))
  const count = separators.filter((it) => it === last).length
  if (others.size === 0 && (count > 1 || isSpace(last))) return withoutThousands(written, last)
  if (others.size > 1 || count > 1 || isSpace(last)) return undefined
  const [whole = '', fraction = ''] = written.split(last)
  const [thousands] = others
  if (thousands !== undefined) return joined(withoutThousands(whole, thousands), fraction)
  const isAmbiguous = /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3
  if (!isAmbiguous || (last === '.' && context.hasDecimalPoint)) return joined(whole, fraction)
  const isUsedAs = (type: string) =>
    context.locale && inAscii(partOfNumber(type, 12345678.9, context.locale) ?? '') === last
  if (isUsedAs('decimal')) return joined(whole, fraction)
  return isUsedAs('group') ? whole + fraction : undefined
}

const isSpace = (separator: string) => separator === ' ' || separator === "'"

const joined = (whole: string | undefined, fraction: string) =>
  whole === undefined ? undefined : `${whole}.${fraction}`

/** Groups have three digits, or two before the last as in India. */
function withoutThousands(written: string, separator: string): string | undefined {
  const [first = '', ...groups] = written.split(separator)
  const isGrouped =
    /^[1-9]\d{0,2}$/.test(first) &&
    groups.at(-1)?.length === 3 &&
    (groups.every(({ length }) => length === 3) || groups.slice(0, -1).every(({ length }) => length === 2))
  return isGrouped ? first + groups.join('') : undefined
}
