import type { Input } from '@colloquy/chat'
import { definitionOfPrompt, promptOf } from '@colloquy/flow'
import {
  buttonsOf,
  cut,
  longestButtonsText,
  mostButtons,
  noText,
  type OutgoingMessage,
  textMessages,
} from './outgoing-message.js'

/** The messages that ask for an input: most inputs are answered by typing and need none. */
export interface AskedInput {
  input: Input
  /** The text directly before it, shown above its buttons; '' if there is none. */
  text: string
  /** Label on the buttons of pictures. */
  selectLabel: string
}

/** True if a text before this input is shown with its buttons. */
export function takesText(input: Input | undefined): boolean {
  return input !== undefined && messagingOf(input) === 'buttons'
}

export function inputMessages({ input, text, selectLabel }: AskedInput): OutgoingMessage[] {
  const items: Item[] = input.items ?? []
  const used = new Set<string>()
  const isMultiple = (input.options as { isMultipleChoice?: boolean } | undefined)?.isMultipleChoice === true
  switch (messagingOf(input)) {
    case 'buttons':
      return isMultiple ? numberedChoices(items, text) : choices(items, text, used)
    case 'pictures':
      return isMultiple ? numberedPictures(items) : items.map((item) => picture(item, selectLabel, used))
    case 'cards':
      return items.flatMap((item) => card(item, used))
    case 'typed':
      return textMessages(text)
  }
}

const messagingOf = (input: Input) => definitionOfPrompt(promptOf(input)).messaging

/** Fields that any item of an input may have. */
interface Item {
  id: string
  content?: string
  title?: string | null
  description?: string | null
  pictureSrc?: string | null
  imageUrl?: string | null
  paths?: { id: string; text?: string }[]
}

/** Buttons in messages of three. A text that is too long to be shown above them is sent first, separately. */
function choices(items: readonly Item[], text: string, used: Set<string>): OutgoingMessage[] {
  const shown = items.flatMap(({ id, content }) => (content?.trim() ? { id, label: content } : []))
  if (shown.length === 0) return textMessages(text)
  const isAbove = text.trim() !== '' && text.length <= longestButtonsText
  const messages: OutgoingMessage[] = isAbove ? [] : textMessages(text)
  for (let at = 0; at < shown.length; at += mostButtons) {
    const buttons = buttonsOf(shown.slice(at, at + mostButtons), used)
    messages.push({ type: 'buttons', text: at === 0 && isAbove ? text.trim() : noText, buttons })
  }
  return messages
}

/** For multiple choices: the visitor replies with any number of them, by number or by text. */
function numberedChoices(items: readonly Item[], text: string): OutgoingMessage[] {
  const lines = items.map(({ content }, index) => `${index + 1}. ${content?.trim() ?? ''}`)
  return textMessages([text.trim(), lines.join('\n')].filter(Boolean).join('\n\n'))
}

function picture(
  { id, title, description, pictureSrc }: Item,
  selectLabel: string,
  used: Set<string>,
): OutgoingMessage {
  const text = cut([bold(title), description?.trim()].filter(Boolean).join('\n\n'), longestButtonsText) || noText
  return { type: 'buttons', text, ...imageUrl(pictureSrc), buttons: buttonsOf([{ id, label: selectLabel }], used) }
}

function numberedPictures(items: readonly Item[]): OutgoingMessage[] {
  return items.flatMap(({ title, description, pictureSrc }, index) => {
    const above: OutgoingMessage[] = isSendablePicture(pictureSrc) ? [{ type: 'image', url: pictureSrc }] : []
    const text = [`${index + 1}. ${bold(title)}`.trim(), description?.trim()].filter(Boolean).join('\n\n')
    return [...above, ...textMessages(text)]
  })
}

/** Without buttons that have a label, a card is an image and a text. */
function card(item: Item, used: Set<string>): OutgoingMessage[] {
  const image = imageUrl(item.imageUrl)
  const text = [bold(item.title), item.description?.trim()].filter(Boolean).join('\n\n')
  const paths = (item.paths ?? []).flatMap(({ id, text }) => (text?.trim() ? { id, label: text } : []))
  if (paths.length === 0) {
    return [...(image.imageUrl ? [{ type: 'image' as const, url: image.imageUrl }] : []), ...textMessages(text)]
  }
  const buttons = buttonsOf(paths.slice(0, mostButtons), used)
  return [{ type: 'buttons', text: cut(text, longestButtonsText) || noText, ...image, buttons }]
}

function bold(title: string | null | undefined): string {
  return title?.trim() ? `*${title.trim()}*` : ''
}

function imageUrl(url: string | null | undefined): { imageUrl?: string } {
  return isSendablePicture(url) ? { imageUrl: url } : {}
}

/** Messaging apps show neither animated pictures nor SVG. */
export function isSendablePicture(url: string | null | undefined): url is string {
  return typeof url === 'string' && /^https?:\/\//i.test(url) && !/\.(gif|svg)$/i.test(url.replace(/[?#].*$/s, ''))
}
