import { isAscii } from 'node:buffer'
import { charsetOf, textOfBytes } from '@colloquy/flow'

/**
 * The text of an answer's body: by its byte order mark, else by the charset it declares, in its headers or as a page or XML does, else UTF-8.
 * What is not text becomes U+FFFD.
 */
export function decodeText(body: Uint8Array, headers: Readonly<Record<string, string>>): string {
  const declared = /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(headers['content-type'] ?? '')?.[1]
  const charset = charsetOf(body, declared) ?? 'utf-8'
  // Megabytes of ASCII are copied in a fraction of the time, and outside of the heap.
  if (charset === 'utf-8' && isAscii(body))
    return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')
  return textOfBytes(body, declared)
}
