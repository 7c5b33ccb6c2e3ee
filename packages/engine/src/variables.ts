import type { VariableValue } from './session.js'

/**
 * Converts any value to what a variable stores: text, a list of texts, or null. Numbers, booleans and objects become JSON text, the empty
 * text becomes null.
 */
export function toStoredValue(value: unknown): VariableValue {
  if (Array.isArray(value)) return value.map((item) => toStoredText(item))
  return toStoredText(value)
}

function toStoredText(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  const text = typeof value === 'string' ? value : safeStringify(value)
  if (text === undefined || text === '') return null
  return text.replace(loneSurrogate, '\ufffd')
}

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

function safeStringify(value: unknown): string | undefined {
  if (typeof value === 'bigint') return value.toString()
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** Converts a stored text for code: numbers and booleans become such, but not phone numbers or codes with leading zeros. */
export function guessType(
  value: VariableValue | undefined,
): string | number | boolean | (string | null)[] | null | undefined {
  if (value === null || value === undefined || Array.isArray(value)) return value
  if (value.startsWith('0') && !value.startsWith('0.') && value.length > 1) return value
  if (value.startsWith('+')) return value
  if (value === 'true') return true
  if (value === 'false') return false
  if (value === 'null') return null
  if (value === 'undefined') return undefined
  const number = Number(value)
  return Number.isNaN(number) || value.trim() === '' ? value : number
}
