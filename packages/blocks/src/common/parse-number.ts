/**
 * The number that a text begins with ("5 apples" is 5), or undefined. If both separators occur, the last one is the decimal mark; a single
 * comma is one, too.
 */
export function parseNumber(text: string): number | undefined {
  const [digits = ''] = /^\s*[+-]?[\d.,]+/.exec(text) ?? []
  const number = Number.parseFloat(withDecimalPoint(digits) + text.slice(digits.length))
  return Number.isNaN(number) ? undefined : number
}

function withDecimalPoint(digits: string): string {
  const comma = digits.lastIndexOf(',')
  const point = digits.lastIndexOf('.')
  if (comma < 0) return digits
  if (point < 0) return digits.replace(',', '.')
  return comma < point ? digits.replaceAll(',', '') : digits.replaceAll('.', '').replace(',', '.')
}
