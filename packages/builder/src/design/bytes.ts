import { locale } from '../i18n/i18n.js'
/** A size in the reader's language: "1.2 MB". A KB has 1,024 bytes. */
export function bytes(count: number): string {
  if (count < 1024) return `${count} B`
  const step = count < 1024 ** 2 ? 1 : count < 1024 ** 3 ? 2 : 3
  const shown = (count / 1024 ** step).toLocaleString(locale, { maximumFractionDigits: 1 })
  return `${shown} ${['B', 'KB', 'MB', 'GB'][step]}`
}
