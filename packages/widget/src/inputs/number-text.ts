import { type NumberFormat, partOfNumber, readNumber, signsOf } from '@colloquy/flow/readers'
import { filled } from '../texts/filled.js'
import type { Texts } from '../texts/more-en.js'

interface NumberOptions extends NumberFormat {
  /** The service sends bounds as numbers; those that it cannot read are absent. */
  min?: number | string | undefined
  max?: number | string | undefined
}

/**
 * Reads a number as written in the locale of its input, within its bounds. The result is bare, as the service accepts it, or says what is
 * wrong.
 */
export function readBounded(
  text: string,
  { min, max, ...look }: NumberOptions,
  texts: Texts,
): { bare: string } | { problem: string } {
  const bare = readNumber(text, { locale: look.locale, signs: signsOf(look) })
  if (bare === undefined) return { problem: texts.notNumber }
  const isLow = Number(bare) < Number(min ?? Number.NaN)
  if (!isLow && !(Number(bare) > Number(max ?? Number.NaN))) return { bare }
  const isRange = min !== undefined && max !== undefined
  const range = { min: shownNumber(String(min), look), max: shownNumber(String(max), look) }
  return { problem: filled(isRange ? texts.between : isLow ? texts.atLeast : texts.atMost, range) }
}

/** A bare number as it is typed in that locale, so that it is read back as the same number. */
export const typedNumber = (bare: string, locale: string | undefined): string =>
  /^-?\d+\.\d+$/.test(bare)
    ? bare.replace('.', partOfNumber('decimal', 0.5, locale, { numberingSystem: 'latn' }) ?? '.')
    : bare

/** The number in the author's format, such as `1.234,50 €`; the bare one if the browser does not support that. */
export function shownNumber(bare: string, look: NumberFormat): string {
  const { locale, style = 'decimal', currency = 'USD', unit = 'meter' } = look
  if (style === 'decimal' && /^0\d/.test(bare)) return bare
  try {
    const options: Intl.NumberFormatOptions = { maximumFractionDigits: 20 }
    if (style === 'currency') Object.assign(options, { style, currency, maximumFractionDigits: undefined })
    if (style === 'unit') Object.assign(options, { style, unit })
    // A percentage is typed as it is read: 25 is 25 %, not 2500 %.
    if (style === 'percent') Object.assign(options, { style: 'unit', unit: 'percent' })
    return new Intl.NumberFormat(locale || undefined, options).format(Number(bare))
  } catch {
    return bare
  }
}
