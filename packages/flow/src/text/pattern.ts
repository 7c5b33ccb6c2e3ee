/** A regular expression in its two parts. */
export interface Pattern {
  source: string
  flags: string
}

/** Parses a regular expression as authors write it: bare, or between slashes with flags at the end of the text. */
export function parsePattern(text: string): Pattern {
  const last = text.lastIndexOf('/')
  const first = last > 0 ? text.lastIndexOf('/', last - 1) : -1
  const flags = text.slice(last + 1)
  if (first >= 0 && last - first > 1 && /^[gimuy]*$/.test(flags))
    return { source: text.slice(text.indexOf('/') + 1, last), flags }
  return { source: text, flags: '' }
}

/** True if it is a valid pattern; nothing is matched with it. */
export function isReadablePattern({ source, flags }: Pattern): boolean {
  try {
    return new RegExp(source, flags) !== undefined
  } catch {
    return false
  }
}
