/** Converts a text to the number, boolean or null that it stands for; other texts stay: "007" and "+33" are texts. */
export function typedValue(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if ((value.startsWith('0') && !value.startsWith('0.') && value.length > 1) || value.startsWith('+')) return value
  if (value === 'true') return true
  if (value === 'false') return false
  if (value === 'null') return null
  if (value === 'undefined') return undefined
  const number = Number(value)
  return value.trim() === '' || Number.isNaN(number) ? value : number
}
