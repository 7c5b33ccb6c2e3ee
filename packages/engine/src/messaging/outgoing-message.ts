/** One message as a messaging app shows it, independent of its provider. */
export type OutgoingMessage =
  | { type: 'text'; text: string; hasPreview?: true }
  | { type: 'image' | 'video' | 'audio'; url: string }
  | { type: 'document'; url: string; fileName: string }
  /** One to three buttons below a text, and perhaps a picture above it. */
  | { type: 'buttons'; text: string; imageUrl?: string; buttons: OutgoingButton[] }

export interface OutgoingButton {
  /** Comes back as the reply's id. */
  id: string
  /** 1 to 20 characters, no two alike in a message. */
  title: string
}

/** Limits of messaging apps, in characters. */
export const longestText = 4_096
export const longestButtonsText = 1_024
const longestTitle = 20
export const mostButtons = 3

/** Stands where a message needs a text and there is none. */
export const noText = '―'

/** A text message, or several when it is too long for one. Nothing for a text that is empty. */
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

/** Up to the last line, else the last word, that fits in; never half a character. */
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

/** Buttons of one message: titles fit in, and those that would look alike are numbered. */
export function buttonsOf(choices: readonly { id: string; label: string }[]): OutgoingButton[] {
  const used = new Set<string>()
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
