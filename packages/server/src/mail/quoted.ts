/** Formats a user-chosen name for an email of the service: one line of at most 100 characters, in quotation marks. */
export const quoted = (name: string): string => `"${oneLine(name.replaceAll('"', "'"), longest)}"`

/** Shortens a text to one line of at most `max` characters, without control characters. */
export function oneLine(text: string, max: number): string {
  const letters = Array.from(text.replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim())
  return letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : letters.join('')
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
