/** One message as a messaging app shows it, independent of its provider. */
export type OutgoingMessage =
  | { type: 'text'; text: string; hasPreview?: true }
  | { type: 'image' | 'video' | 'audio'; url: string }
  | { type: 'document'; url: string; fileName: string }
  /** One to three buttons below a text, optionally with an image above it. */
  | { type: 'buttons'; text: string; imageUrl?: string; buttons: OutgoingButton[] }

export interface OutgoingButton {
  /** Returned as the reply's id. */
  id: string
  /** 1 to 20 characters, unique within a turn. */
  title: string
}

/** Limits of messaging apps, in characters. */
export const longestText = 4_096
export const longestButtonsText = 1_024
const longestTitle = 20
export const mostButtons = 3

/** Replaces the text of a message that requires one but has none. */
export const noText = '―'

/** A text message, or several if the text is too long for one. Nothing for an empty text. */
export function textMessages(text: string, hasPreview?: true): OutgoingMessage[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest.length > longestText) {
    const part = beginning(rest, longestText)
    parts.push(part.trimEnd())
    rest = rest.slice(part.length).trimStart()
  }
  if (rest !== '') parts.push(rest)
  return parts.map((part) => ({ type: 'text', text: part, ...(hasPreview && { hasPreview }) }))
}

/** The longest beginning that fits, up to the end of a line, else of a word; never half a character. */
function beginning(text: string, length: number): string {
  const part = cut(text, length)
  for (const separator of ['\n', ' ']) {
    const at = part.lastIndexOf(separator)
    if (at > length / 2) return part.slice(0, at)
  }
  return part
}

/** At most this many UTF-16 units, without half an emoji at the end. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const isSplit = /[\uD800-\uDBFF]/.test(text.charAt(length - 1))
  return text.slice(0, isSplit ? length - 1 : length)
}

/** Shortens the titles of buttons, and numbers those that are in `used` already. Adds them to `used`. */
export function buttonsOf(choices: readonly { id: string; label: string }[], used: Set<string>): OutgoingButton[] {
  return choices.map(({ id, label }) => {
    let title = titleOf(label, '')
    for (let number = 2; used.has(title); number++) title = titleOf(label, ` (${number})`)
    used.add(title)
    return { id, title }
  })
}

function titleOf(label: string, suffix: string): string {
  const line = label.trim().replace(/\s+/g, ' ')
  const room = longestTitle - suffix.length
  return (line.length <= room ? line : `${cut(line, room - 1).trimEnd()}…`) + suffix
}
