import { isUtf8 } from 'node:buffer'
import { ApiError } from '@colloquy/api'

/** Parses a JSON body: requires valid UTF-8, a limited depth and text that can be stored, and removes keys that reach prototypes. */
export function parseJsonBody(bytes: Buffer, maxDepth: number, mend?: (text: string) => string): unknown {
  if (bytes.length === 0) return undefined
  if (!isUtf8(bytes)) throw new ApiError('malformed_json', { message: 'The body is not valid UTF-8' })
  const text = bytes.toString('utf8', startsWithMark(bytes) ? 3 : 0)
  if (depthExceeds(text, maxDepth)) throw new ApiError('too_deep')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ApiError('malformed_json')
  }
  if (!text.includes('\\u') && !text.includes('__proto__')) return value
  if (mend) return withMended(value, mend)
  clean(value)
  return value
}

/** True if a byte order mark precedes the text, as some clients send it. */
function startsWithMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

const rawBodies = new WeakMap<object, Buffer>()

/** Parses a signed body in the same way, but keeps its bytes and replaces characters that cannot be stored. */
export function signedBody(request: object, bytes: Buffer, maxDepth: number): unknown {
  rawBodies.set(request, bytes)
  return parseJsonBody(bytes, maxDepth, mended)
}

/** Returns the bytes of a signed body; empty if there was no body. */
export function rawBodyOf(request: object): Buffer {
  return rawBodies.get(request) ?? Buffer.alloc(0)
}

function mended(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\uFFFD')
}

/**
 * Counts brackets outside of strings, before anything is built from them. Strings are skipped, and a text with few brackets is not read.
 */
function depthExceeds(text: string, maxDepth: number): boolean {
  if (!hasMore(text, '[', '{', maxDepth)) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === quote) at = endOfString(text, at + 1)
    else if (char === 123 || char === 91) {
      if (++depth > maxDepth) return true
    } else if (char === 125 || char === 93) depth--
  }
  return false
}

/** True if two characters together occur more often than `times`. */
function hasMore(text: string, one: string, other: string, times: number): boolean {
  let found = 0
  for (const character of [one, other])
    for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1))
      if (++found > times) return true
  return false
}

const quote = 34
const backslash = 92

/** Returns the index of the quote that ends the string starting here; the length of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = end
    while (escapes > start && text.charCodeAt(escapes - 1) === backslash) escapes--
    if ((end - escapes) % 2 === 0) return end
  }
  return text.length
}

const unstorable = /\0|\p{Surrogate}/u

function clean(value: unknown): void {
  if (typeof value === 'string') refuse(value)
  else if (Array.isArray(value)) for (const item of value) clean(item)
  else if (value && typeof value === 'object') {
    for (const key of Object.keys(value)) {
      refuse(key)
      if (key === '__proto__') delete (value as Record<string, unknown>)[key]
      else clean((value as Record<string, unknown>)[key])
    }
  }
}

function withMended(value: unknown, mend: (text: string) => string): unknown {
  if (typeof value === 'string') return mend(value)
  if (Array.isArray(value)) return value.map((item) => withMended(item, mend))
  if (!value || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__')
  return Object.fromEntries(entries.map(([key, item]) => [mend(key), withMended(item, mend)]))
}

function refuse(text: string): void {
  if (unstorable.test(text)) throw new ApiError('invalid_text')
}
