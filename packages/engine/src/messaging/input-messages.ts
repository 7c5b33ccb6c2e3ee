import {
  buttonsOf,
  type Capabilities,
  cut,
  cutLabels,
  isOver,
  isSendable,
  type ListLimits,
  type OutgoingMessage,
  rowsOf,
  textMessages,
} from '@colloquy/channels'
import type { Input } from '@colloquy/chat'
import { definitionOfPrompt, promptOf } from '@colloquy/flow'

/** The messages that ask for an input: most inputs are answered by typing and need none. */
export interface AskedInput {
  input: Input
  /** The text directly before it, shown above its buttons; '' if there is none. */
  text: string
  /** Label on the buttons of pictures. */
  selectLabel: string
  capabilities: Capabilities
  /** Label of the button that opens a list of choices; without it, there are no lists. */
  listButton?: string | undefined
}

/** Replaces the text of a message that requires one but has none. */
const noText = '―'

/** True if a text before this input is shown with its buttons. */
export function takesText(input: Input | undefined): boolean {
  return input !== undefined && messagingOf(input) === 'buttons'
}

export function inputMessages(asked: AskedInput): OutgoingMessage[] {
  const { input, text, selectLabel, capabilities, listButton } = asked
  const items: Item[] = input.items ?? []
  const isMultiple = (input.options as { isMultipleChoice?: boolean } | undefined)?.isMultipleChoice === true
  const writer = new InputWriter(capabilities)
  switch (messagingOf(input)) {
    case 'buttons':
      return isMultiple ? writer.numberedChoices(items, text) : writer.choices(items, text, listButton)
    case 'pictures':
      return isMultiple ? writer.numberedPictures(items) : items.flatMap((item) => writer.picture(item, selectLabel))
    case 'cards':
      return items.flatMap((item) => writer.card(item))
    case 'typed':
      return textMessages(text, capabilities)
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

/** A text, the image above it, and what can be chosen below it. */
interface Choosable {
  text: string
  imageUrl?: string | null | undefined
  choices: readonly Choice[]
}

interface Choice {
  id: string
  label: string
}

const fitsList = (choices: readonly Choice[], { max, id }: ListLimits): boolean =>
  choices.length <= max && choices.every((choice) => !isOver(choice.id, id))

/** Writes the messages of one input within the capabilities of a channel. */
class InputWriter {
  readonly #capabilities: Capabilities
  /** Titles of the buttons so far: each is there once, since some apps return it in place of the id. */
  readonly #used = new Set<string>()

  constructor(capabilities: Capabilities) {
    this.#capabilities = capabilities
  }

  /** Buttons in as many messages as they need. A text that is too long to be shown above them is sent first, separately. */
  choices(items: readonly Item[], text: string, listButton?: string): OutgoingMessage[] {
    const shown = items.flatMap(({ id, content }) => (content?.trim() ? { id, label: content } : []))
    const { buttons, list } = this.#capabilities
    if (shown.length === 0) return this.#texts(text)
    if (!buttons) return this.#texts(withLabels(text, shown))
    if (list && listButton?.trim() && shown.length > buttons.max && fitsList(shown, list))
      return this.#list(shown, text, list, cut(listButton.trim(), list.button))
    const isAbove = text.trim() !== '' && !isOver(text, buttons.text)
    const messages: OutgoingMessage[] = isAbove ? [] : this.#texts(text)
    for (let at = 0; at < shown.length; at += buttons.max) {
      const part = shown.slice(at, at + buttons.max)
      const titles = buttonsOf(part, buttons, this.#used)
      const above = at === 0 && isAbove ? text.trim() : noText
      messages.push({ type: 'buttons', text: above, buttons: titles, ...withCut(cutLabels(part, titles)) })
    }
    return messages
  }

  #list(shown: readonly Choice[], text: string, limits: ListLimits, list: string): OutgoingMessage[] {
    const isAbove = text.trim() !== '' && !isOver(text, limits.text)
    const buttons = rowsOf(shown, limits, this.#used)
    const message: OutgoingMessage = { type: 'buttons', text: isAbove ? text.trim() : noText, buttons, list }
    return isAbove ? [message] : [...this.#texts(text), message]
  }

  /** For multiple choices: the visitor replies with any number of them, by number or by text. */
  numberedChoices(items: readonly Item[], text: string): OutgoingMessage[] {
    const lines = items.map(({ content }, index) => `${index + 1}. ${content?.trim() ?? ''}`)
    return this.#texts([text.trim(), lines.join('\n')].filter(Boolean).join('\n\n'))
  }

  picture({ id, title, description, pictureSrc }: Item, selectLabel: string): OutgoingMessage[] {
    const text = [this.#bold(title), description?.trim()].filter(Boolean).join('\n\n')
    // Without buttons, a picture is chosen by its title.
    const choices = this.#capabilities.buttons ? [{ id, label: selectLabel }] : []
    return this.#choosable({ text, imageUrl: pictureSrc, choices })
  }

  numberedPictures(items: readonly Item[]): OutgoingMessage[] {
    return items.flatMap(({ title, description, pictureSrc }, index) => {
      const text = [`${index + 1}. ${this.#bold(title)}`.trim(), description?.trim()].filter(Boolean).join('\n\n')
      return [...this.#image(pictureSrc), ...this.#texts(text)]
    })
  }

  /** Without buttons that have a label, a card is an image and a text. */
  card({ title, description, imageUrl, paths = [] }: Item): OutgoingMessage[] {
    const text = [this.#bold(title), description?.trim()].filter(Boolean).join('\n\n')
    const choices = paths.flatMap(({ id, text }) => (text?.trim() ? { id, label: text } : []))
    return this.#choosable({ text, imageUrl, choices })
  }

  #choosable({ text, imageUrl, choices }: Choosable): OutgoingMessage[] {
    const { buttons } = this.#capabilities
    if (!buttons || choices.length === 0) return [...this.#image(imageUrl), ...this.#texts(withLabels(text, choices))]
    const image = this.#image(imageUrl)
    const shown = buttonsOf(choices.slice(0, buttons.max), buttons, this.#used)
    const above = buttons.hasImage && image.length > 0 ? { imageUrl: imageUrl as string } : {}
    const fitting = cut(text, buttons.text)
    const rest = text.slice(fitting.length)
    const left = [...(rest === '' ? [] : [rest]), ...cutLabels(choices, shown)]
    const message = { text: fitting || noText, ...above, buttons: shown, ...withCut(left) }
    return [...(buttons.hasImage ? [] : image), { type: 'buttons', ...message }]
  }

  #texts(text: string): OutgoingMessage[] {
    return textMessages(text, this.#capabilities)
  }

  #image(url: string | null | undefined): OutgoingMessage[] {
    return isSendable(url, this.#capabilities.media.image) ? [{ type: 'image', url }] : []
  }

  #bold(title: string | null | undefined): string {
    const mark = this.#capabilities.formatting?.bold ?? ''
    return title?.trim() ? `${mark}${title.trim()}${mark}` : ''
  }
}

const withCut = (texts: readonly string[]) => (texts.length > 0 ? { cut: texts } : {})

/** The text with the labels that can be written in reply. */
function withLabels(text: string, choices: readonly { label: string }[]): string {
  return [text.trim(), choices.map(({ label }) => `- ${label.trim()}`).join('\n')].filter(Boolean).join('\n\n')
}
