/** Every environment has it, but the types of this package are those of the language alone. */
declare const TextDecoder: new (
  label: string,
  options?: { fatal?: boolean },
) => { readonly encoding: string; decode(bytes: Uint8Array): string }

/** Returns the text of a file, without its byte order mark. Editors and spreadsheets write UTF-8, UTF-16 with a mark, or Windows-1252. */
export function textOfFile(bytes: Uint8Array): string {
  const text = textOfBytes(bytes)
  return isMostlyBroken(text) ? decoded(bytes, 'windows-1252') : text
}

/**
 * Returns the text of a response, without its byte order mark. `declared`: the charset that its sender names. Without a charset it is UTF-8;
 * what is not text becomes U+FFFD.
 */
export function textOfBytes(bytes: Uint8Array, declared?: string): string {
  return decoded(bytes, charsetOf(bytes, declared) ?? 'utf-8')
}

/** Node.js 20 decodes Windows-1252 as Latin 1, which has control characters where quotes and the euro sign are. */
function decoded(bytes: Uint8Array, charset: string): string {
  const text = new TextDecoder(charset).decode(bytes)
  if (charset !== 'windows-1252') return text
  return text.replace(/[\x80-\x9f]/g, (control) => windowsLetters[control.charCodeAt(0) - 0x80] ?? control)
}

const windowsLetters = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/**
 * Returns the charset that a text names: by its byte order mark, its sender, or the beginning of a page or of XML; undefined if it names
 * none that is known.
 */
export function charsetOf(bytes: Uint8Array, declared?: string): string | undefined {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return knownCharset(declared) ?? knownCharset(labelInside(bytes))
}

/** Pages name their charset within the first 1,024 bytes, XML in its first line. */
function labelInside(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 1024)).trim()
  if (!start.startsWith('<')) return undefined
  const [first = '', ...metas] = start.split(/<meta\s/i).map((part) => part.slice(0, part.indexOf('>')))
  const inXml = first.startsWith('<?xml') ? attribute(first, 'encoding') : undefined
  const label = inXml ?? metas.map((meta) => attribute(meta, 'charset')).find((it) => it !== undefined)
  // A text that can be read as single bytes is not UTF-16.
  return label?.toLowerCase().startsWith('utf-16') ? 'utf-8' : label
}

function attribute(tag: string, name: string): string | undefined {
  const at = tag.toLowerCase().indexOf(name)
  return at < 0 ? undefined : /^\s*=\s*["']?([\w.:-]{1,40})/.exec(tag.slice(at + name.length))?.[1]
}

function knownCharset(label: string | undefined): string | undefined {
  if (!label) return undefined
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

/** True for texts of an older charset: most of their letters outside of ASCII are not UTF-8. Bytes that are not text at all stay broken. */
function isMostlyBroken(text: string): boolean {
  const broken = text.match(/\uFFFD/g)?.length ?? 0
  if (broken === 0 || text.includes('\0')) return false
  return broken >= (text.match(/[^\0-\x7f\uFFFD]/g)?.length ?? 0)
}
