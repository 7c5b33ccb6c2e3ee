import { readNumber } from './readers/index.js'

/** Decimals of amounts in Stripe's smallest unit, where they are not two. */
const decimals: Readonly<Record<string, 0 | 3>> = {
  ...{
    BIF: 0,
    CLP: 0,
    DJF: 0,
    GNF: 0,
    JPY: 0,
    KMF: 0,
    KRW: 0,
    MGA: 0,
    PYG: 0,
    RWF: 0,
    VND: 0,
    VUV: 0,
    XAF: 0,
    XOF: 0,
    XPF: 0,
  },
  ...{ BHD: 3, JOD: 3, KWD: 3, OMR: 3, TND: 3 },
}

/** Currencies without decimals whose smallest unit is a hundredth nevertheless: Stripe takes 500 for 5 ISK, and no fractions. */
const wholeHundredths = new Set(['ISK', 'UGX'])

/** A number as programs write very large and small ones; people do not. */
const withExponent = /^[+-]?[\d.]+e[+-]?\d{1,3}$/i

export interface Money {
  /** Of the smallest unit, as Stripe takes it. */
  units: number
  /** ISO 4217, in capitals. */
  currency: string
  /** The amount that is charged, as a number with `digits` decimals. */
  amount: number
  digits: number
}

/**
 * Reads an amount in a currency and rounds it to what can be charged: of three decimals, Stripe takes two. `option` and `problem` say what is wrong.
 */
export function readMoney(
  amount: string,
  currency: string,
): Money | { option: 'amount' | 'currency'; problem: string } {
  const code = currency.trim().toUpperCase()
  if (!/^[A-Z]{3}$/.test(code))
    return { option: 'currency', problem: `"${currency}" is not a code of three letters, such as EUR.` }
  const value = Number(
    readNumber(amount, { hasDecimalPoint: true }) ?? (withExponent.test(amount) ? amount : Number.NaN),
  )
  if (!Number.isFinite(value)) return { option: 'amount', problem: `"${amount}" is not a number.` }
  const exponent = decimals[code] ?? 2
  const digits = exponent === 3 ? 2 : wholeHundredths.has(code) ? 0 : exponent
  const rounded = shifted(Math.round(shifted(value, digits)), -digits)
  if (rounded <= 0)
    return { option: 'amount', problem: `"${amount}" is not more than 0 ${code}, rounded to ${digits} decimals.` }
  return {
    units: Math.round(shifted(rounded, exponent)),
    currency: code,
    amount: rounded,
    digits: exponent === 3 ? 3 : digits,
  }
}

/** Shifts the decimal point without the errors of a multiplication: 1.005 becomes 100.5. */
function shifted(value: number, decimals: number): number {
  const [digits, exponent = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(exponent) + decimals}`)
}
