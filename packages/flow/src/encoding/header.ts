import { utf8 } from '../text/base64.js'

/**
 * Encodes a text as the value of an HTTP header: one line, in UTF-8. Each character stands for one byte, as header values are passed to
 * HTTP clients.
 */
export function encodeHeader(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
  const line = text.replace(/[\u0000-\u001f\u007f]+/g, ' ')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: text in ASCII is its own bytes
  if (/^[\u0000-\u007f]*$/.test(line)) return line
  return utf8(line)
    .map((byte) => String.fromCharCode(byte))
    .join('')
}
