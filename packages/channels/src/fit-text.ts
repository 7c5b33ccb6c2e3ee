import type { ButtonLimits, Capabilities, ListLimits, MediaLimits, TextLimit } from './capabilities.js'
import type { OutgoingButton, OutgoingMessage } from './messages.js'

/** A text message, or several if the text is too long for one. Nothing for an empty text. */
export function textMessages(
  text: string,
  { text: limit }: Pick<Capabilities, 'text'>,
  hasPreview?: true,
): OutgoingMessage[] {
  const parts: string[] = []
  let rest = text.trim()
  for (let whole = cut(rest, limit); whole.length < rest.length; whole = cut(rest, limit)) {
    const part = wholeWords(whole)
    parts.push(part.trimEnd())
    rest = rest.slice(part.length).trimStart()
  }
  if (rest !== '') parts.push(rest)
  return parts.map((part) => ({ type: 'text', text: part, ...(hasPreview && { hasPreview }) }))
}

/** The beginning of a text up to the end of a line, else of a word; never half a character. */
function wholeWords(part: string): string {
  for (const separator of ['\n', ' ']) {
    const at = part.lastIndexOf(separator)
    if (at > part.length / 2) return part.slice(0, at)
  }
  return part
}

/** The longest beginning within the limit, without half an emoji at the end. */
export function cut(text: string, { max, unit }: TextLimit): string {
  if (unit === 'bytes') return cutBytes(text, max)
  if (text.length <= max) return text
  const isSplit = /[\uD800-\uDBFF]/.test(text.charAt(max - 1))
  return text.slice(0, isSplit ? max - 1 : max)
}

function cutBytes(text: string, max: number): string {
  if (text.length * 3 <= max) return text
  let bytes = 0
  let end = 0
  for (const character of text.slice(0, max)) {
    bytes += bytesOf(character.codePointAt(0) as number)
    if (bytes > max) return text.slice(0, end)
    end += character.length
  }
  return text.slice(0, end)
}

const bytesOf = (point: number): number => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4)

/** True if a text is longer than a limit allows. */
export const isOver = (text: string, limit: TextLimit): boolean => cut(text, limit).length < text.length

/** Rows of a list: what does not fit into a title is in the description. */
export function rowsOf(
  choices: readonly { id: string; label: string }[],
  { title, description }: Pick<ListLimits, 'title' | 'description'>,
  used: Set<string>,
): OutgoingButton[] {
  return buttonsOf(choices, { title }, used).map((row, index) => {
    const line = titleOf(choices[index]?.label ?? '', description, '')
    return isOver(line, title) ? { ...row, description: line } : row
  })
}

/** Shortens the titles of buttons, and numbers those that are in `used` already. Adds them to `used`. */
export function buttonsOf(
  choices: readonly { id: string; label: string }[],
  { title: limit }: Pick<ButtonLimits, 'title'>,
  used: Set<string>,
): OutgoingButton[] {
  return choices.map(({ id, label }) => {
    let title = titleOf(label, limit, '')
    for (let number = 2; used.has(title); number++) title = titleOf(label, limit, ` (${number})`)
    used.add(title)
    return { id, title }
  })
}

function titleOf(label: string, { max, unit }: TextLimit, suffix: string): string {
  const line = lineOf(label)
  const room = { max: max - suffix.length, unit }
  if (!isOver(line, room)) return line + suffix
  const ellipsis = unit === 'bytes' ? 3 : 1
  return `${cut(line, { max: room.max - ellipsis, unit }).trimEnd()}…${suffix}`
}

/** Labels that are shown in part only, as these titles, and those without one. */
export function cutLabels(choices: readonly { label: string }[], titles: readonly { title: string }[]): string[] {
  const labels = choices.map(({ label }) => lineOf(label))
  return labels.filter((label, index) => !titles[index]?.title.startsWith(label))
}

const lineOf = (label: string): string => label.trim().replace(/\s+/g, ' ')

/** True if a file at an http address can be sent as a file of this kind. */
export function isSendable(url: string | null | undefined, limits: MediaLimits | undefined): url is string {
  if (limits === undefined || typeof url !== 'string' || !/^https?:\/\//i.test(url)) return false
  const path = url.replace(/[?#].*$/s, '').toLowerCase()
  return !limits.except?.some((extension) => path.endsWith(`.${extension}`))
}
