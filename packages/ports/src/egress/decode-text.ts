import { isAscii } from 'node:buffer'

/** The text of an answer's body: by its byte order mark, else by the charset it declares, else UTF-8. What is not text becomes U+FFFD. */
export function decodeText(body: Uint8Array, headers: Readonly<Record<string, string>>): string {
  const charset = markedCharset(body) ?? declaredCharset(headers['content-type'] ?? '')
  // Megabytes of ASCII are copied in a fraction of the time, and outside of the heap.
  if (charset === 'utf-8' && isAscii(body))
    return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')
  return new TextDecoder(charset).decode(body)
}

function markedCharset([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

function declaredCharset(contentType: string): string {
  const [, label = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? []
  try {
    return new TextDecoder(label).encoding
  } catch {
    return 'utf-8'
  }
}
