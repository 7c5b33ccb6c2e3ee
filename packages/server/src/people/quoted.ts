/** Formats a user-chosen name for an email of the service: one line of at most 100 characters, in quotation marks. */
export function quoted(name: string): string {
  const line = name
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replaceAll('"', "'")
    .trim()
  const emails = Array.from(line)
  return `"${emails.length > longest ? `${emails.slice(0, longest - 1).join('')}…` : line}"`
}

const longest = 100
