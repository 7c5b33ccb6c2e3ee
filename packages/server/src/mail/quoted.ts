/** Formats a user-chosen name for an email of the service: one line of at most 100 characters, in quotation marks. */
export function quoted(name: string): string {
  const line = name
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replaceAll('"', "'")
    .trim()
  const emails = Array.from(line)
  return `"${emails.length > longest ? `${emails.slice(0, longest - 1).join('')}…` : line}"`
}

/**
 * Formats a text that a user wrote for an email of the service: at most 1000 characters in at most 30 lines, each marked as quoted, without
 * control characters.
 */
export function quotedLines(text: string): string {
  const clean = text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{C}\n]+/gu, ' ')
    .trim()
  const characters = Array.from(clean)
  const lines = characters.slice(0, maxTextLength).join('').split('\n')
  const isCut = characters.length > maxTextLength || lines.length > maxLines
  const shown = lines.slice(0, maxLines).join('\n')
  return `${shown}${isCut ? '…' : ''}`.replace(/^/gm, '> ')
}

const longest = 100
const maxTextLength = 1000
const maxLines = 30
