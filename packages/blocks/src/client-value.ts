import { parseBigIntSafeJson } from '@colloquy/engine'

/** What a client's text means: the value if it is JSON, else the text itself. Long whole numbers stay text. */
export function clientValue(text: string): unknown {
  if (/^\s*-?\d{17,}\s*$/.test(text)) return text
  try {
    return parseBigIntSafeJson(text)
  } catch {
    return text
  }
}
