/**
 * Reads an address; undefined when the text is none.
 *
 * `URL.canParse` is not to be trusted: once Node.js 20 has compiled a function that calls it, it says no to every text with a letter
 * such as "ü" that fits one byte, so that `https://bücher.example` stops being an address after some thousand calls.
 */
export function readUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
