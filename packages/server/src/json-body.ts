import { isUtf8 } from 'node:buffer'
import { ApiError } from '@colloquy/api'

/** Reads a JSON body: valid UTF-8, not too deep, only text that can be stored, and no keys that reach prototypes. */
export function parseJsonBody(bytes: Buffer, maxDepth: number): unknown {
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
  if (text.includes('\\u') || text.includes('__proto__')) clean(value)
  return value
}

/** Whether a byte order mark stands before the text, as some clients write it. */
function startsWithMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

/** Counts brackets outside of strings, before anything is built from them. */
function depthExceeds(text: string, maxDepth: number): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === 92) at++
      else if (char === 34) inString = false
    } else if (char === 34) inString = true
    else if (char === 123 || char === 91) {
      if (++depth > maxDepth) return true
    } else if (char === 125 || char === 93) depth--
  }
  return false
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

function refuse(text: string): void {
  if (unstorable.test(text)) throw new ApiError('invalid_text')
}
