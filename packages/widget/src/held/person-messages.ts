import type { Message, TurnAnswer } from '../conversation/wire.js'

/** A message beside the turns of the bot. */
export interface SaidMessage {
  number: number
  kind: 'visitor' | 'person' | 'event'
  name: string | null
  text: string | null
  attachedFileUrls?: string[]
  /** In an event: the one that speaks from then on. */
  to?: 'bot' | 'queue' | 'person' | 'elsewhere' | 'closed' | 'resolved'
  turn?: TurnAnswer
}

/** A web address, without the punctuation of the surrounding sentence. */
const address = /(https?:\/\/[^\s,"'<>]*[^\s,"'<>.;:!?)\]])/
const picture = /\.(?:png|jpe?g|gif|webp|avif)$/i

/**
 * A message of a person in the form of messages of a bot: a text with links, and a message for each file. A text that only names the files is
 * the text of their links. The first message of somebody begins with their name.
 */
export function messagesOf({ number, text, name, attachedFileUrls = [] }: SaidMessage, isFirst: boolean): Message[] {
  const id = `person-${number}`
  const names = text?.split(', ') ?? []
  const areNames =
    names.length === attachedFileUrls.length &&
    attachedFileUrls.every((url, index) => !picture.test(url) && extension(url) === extension(names[index] ?? ''))
  const heading = isFirst && name ? [{ type: 'p', children: [{ text: name, bold: true }] }] : []
  const files = attachedFileUrls.map((url, index) =>
    picture.test(url)
      ? pictureOf(id, url)
      : textOf(id, url, areNames ? names[index] : fileName(url), areNames && index === 0 ? heading : []),
  )
  return [...(text && !areNames ? [textOf(id, text, undefined, heading)] : []), ...files]
}

const extension = (name: string) => /\.\w+$/.exec(name)?.[0].toLowerCase() ?? name

const pictureOf = (id: string, url: string): Message => ({
  id,
  type: 'image',
  content: { url, clickLink: { url, alt: fileName(url) } },
})

function textOf(id: string, text: string, label?: string, heading: object[] = []): Message {
  const richText = text.split('\n').map((line) => ({
    type: 'p',
    children: line
      .split(address)
      .map((part, index) =>
        index % 2 === 1 ? { type: 'a', url: part, children: [{ text: label ?? part }] } : { text: part },
      ),
  }))
  return {
    id,
    type: 'text',
    content: { type: 'richText', richText: [...heading, ...richText], html: '', plainText: label ?? text },
  } as Message
}

const fileName = (url: string): string => decodeURIComponent(url.split(/[?#]/, 1)[0]?.split('/').pop() ?? url)
