/** Formatting of a number input in addition to the bare number. */
export interface NumberFormat {
  locale?: string
  style?: 'decimal' | 'currency' | 'percent' | 'unit'
  currency?: string
  unit?: string
}

/**
 * Reads a number as written in that locale: with its separators, or with a plain dot. Undefined if it is not a number. The returned text is
 * bare, as the service accepts it.
 */
export function bareNumber(text: string, locale?: string): string | undefined {
  const { group, decimal } = separators(locale)
  const compact = text.replace(/[\s\u00a0\u202f'’]/g, '')
  const isLocal = compact.includes(decimal) && decimal !== '.'
  const grouped = new RegExp(`^-?\\d{1,3}(${escaped(group)}\\d{3})+(${escaped(decimal)}\\d+)?$`)
  let plain = compact
  if (grouped.test(compact)) plain = compact.split(group).join('').replace(decimal, '.')
  else if (isLocal) plain = compact.replace(decimal, '.')
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? plain.replace(/^\+/, '') : undefined
}

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

/** The sign beside the field, such as `€` or `kg`. */
export function numberSign({ locale, style, currency, unit }: NumberFormat): string {
  if (style === 'percent') return '%'
  if (style !== 'currency' && style !== 'unit') return ''
  try {
    const options = style === 'currency' ? { style, currency: currency ?? 'USD' } : { style, unit: unit ?? 'meter' }
    const parts = new Intl.NumberFormat(locale || undefined, options).formatToParts(1)
    return parts.find((part) => part.type === style)?.value ?? ''
  } catch {
    return ''
  }
}

function separators(locale?: string): { group: string; decimal: string } {
  try {
    const parts = new Intl.NumberFormat(locale || undefined).formatToParts(-12345678.9)
    const find = (type: string, fallback: string) => parts.find((part) => part.type === type)?.value ?? fallback
    return { group: find('group', ',').trim() || ' ', decimal: find('decimal', '.') }
  } catch {
    return { group: ',', decimal: '.' }
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
