import { parseBigIntSafeJson } from '@colloquy/engine'

/** Reads a client's text: the value if it is JSON, else the text itself. Long whole numbers stay text. */
export function clientValue(text: string): unknown {
  if (/^\s*-?\d{17,}\s*$/.test(text)) return text
  try {
    return parseBigIntSafeJson(text)
  } catch {
    return text
  }
}
