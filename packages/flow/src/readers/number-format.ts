/** Options of a number input for showing its number. */
export interface NumberFormat {
  locale?: string | undefined
  style?: 'decimal' | 'currency' | 'percent' | 'unit' | undefined
  currency?: string | undefined
  unit?: string | undefined
}

/** A part of a number as a language writes it, such as its decimal mark. Undefined if it has none, or if language or style are unknown. */
export function partOfNumber(
  type: string,
  number: number,
  locale: string | undefined,
  options?: Intl.NumberFormatOptions,
): string | undefined {
  try {
    const parts = new Intl.NumberFormat(locale || undefined, options).formatToParts(number)
    return parts.find((part) => part.type === type)?.value
  } catch {
    return undefined
  }
}

/** Signs that people write beside a number of this format: "€", "EUR", "kg", "kilograms". The first one is the usual sign. */
export function signsOf({ locale, style, currency = 'USD', unit = 'meter' }: NumberFormat): string[] {
  if (style === 'percent') return ['%']
  if (style !== 'currency' && style !== 'unit') return []
  const looks: Intl.NumberFormatOptions[] =
    style === 'currency'
      ? (['symbol', 'narrowSymbol', 'code'] as const).map((currencyDisplay) => ({ style, currency, currencyDisplay }))
      : (['short', 'narrow', 'long'] as const).map((unitDisplay) => ({ style, unit, unitDisplay }))
  return looks.flatMap((look) => [1, 2].flatMap((count) => partOfNumber(style, count, locale, look) ?? []))
}
