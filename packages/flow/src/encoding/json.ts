import type { TypedPiece } from './pieces.js'

/**
 * Inserts values into the text of a JSON document. Inside quotes a value is text; outside of them it is the number, boolean, list or object
 * that it reads as, else a text in quotes, and null if it is unset.
 */
export function fillJson(pieces: readonly TypedPiece[]): string {
  let isQuoted = false
  let filled = ''
  for (const piece of pieces) {
    if ('text' in piece) {
      filled += piece.text
      isQuoted = isQuotedAfter(isQuoted, piece.text)
    } else filled += isQuoted ? jsonText(piece.value) : jsonValue(piece.value)
  }
  return filled
}

/** True if a text with placeholders is meant to be JSON: it begins like an object or a list, and not with a placeholder. */
export function isJsonTemplate(text: string): boolean {
  return /^\s*(?:\[|\{(?!\{[^{}]))/.test(text)
}

function isQuotedAfter(isQuoted: boolean, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '\\') index++
    else if (text[index] === '"') isQuoted = !isQuoted
  }
  return isQuoted
}

type Value = string | readonly (string | null)[] | null

function jsonText(value: Value): string {
  if (value === null) return ''
  return JSON.stringify(typeof value === 'string' ? value : JSON.stringify(value)).slice(1, -1)
}

function jsonValue(value: Value): string {
  if (value === null) return 'null'
  if (typeof value !== 'string') return JSON.stringify(value)
  return literal.test(value) || isStructure(value) ? value.trim() : JSON.stringify(value)
}

/** A number as JSON writes it, or a boolean. Numbers with a leading zero or plus sign are texts: codes, postcodes, phone numbers. */
const literal = /^\s*(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)\s*$/

function isStructure(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
