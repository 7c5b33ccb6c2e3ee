import type { Message, TurnAnswer } from '../conversation/wire.js'

/** A message beside the turns of the bot. */
export interface SaidMessage {
  number: number
  kind: 'visitor' | 'person' | 'event'
  name: string | null
  text: string | null
  attachedFileUrls?: string[]
  /** In an event: the one that speaks from then on. */
  to?: 'bot' | 'queue' | 'person' | 'elsewhere' | 'closed'
  turn?: TurnAnswer
}

/** A web address, without the punctuation of the surrounding sentence. */
const address = /(https?:\/\/[^\s,"'<>]*[^\s,"'<>.;:!?)\]])/
const picture = /\.(?:png|jpe?g|gif|webp|avif)$/i

/**
 * A message of a person in the form of messages of a bot: a text with links, and a message for each file. The first message of somebody begins
 * with their name.
 */
export function messagesOf({ number, text, name, attachedFileUrls = [] }: SaidMessage, isFirst: boolean): Message[] {
  const id = `person-${number}`
  const files = attachedFileUrls.map((url) => (picture.test(url) ? pictureOf(id, url) : textOf(id, url, fileName(url))))
  const heading = isFirst && name ? [{ type: 'p', children: [{ text: name, bold: true }] }] : []
  return [...(text ? [textOf(id, text, undefined, heading)] : []), ...files]
}

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
