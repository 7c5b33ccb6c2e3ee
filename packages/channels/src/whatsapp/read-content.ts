import { field, isId, text } from '../fields.js'
import type { ContactIdentity, IncomingContent, ReceivedMedia } from '../messages.js'

export function readContent(message: unknown): IncomingContent | undefined {
  const type = text(field(message, 'type'))
  const part = field(message, type)
  switch (type) {
    case 'text':
      return textContent(text(field(part, 'body')))
    case 'button':
      return textContent(text(field(part, 'text')))
    case 'interactive': {
      const reply = field(part, 'button_reply') ?? field(part, 'list_reply')
      const [replyId, title] = [text(field(reply, 'id')), text(field(reply, 'title'))]
      return replyId === '' && title === '' ? undefined : { kind: 'choice', replyId, text: title }
    }
    case 'location': {
      const [latitude, longitude] = [Number(field(part, 'latitude')), Number(field(part, 'longitude'))]
      return Number.isFinite(latitude + longitude) ? textContent(`${latitude}, ${longitude}`) : undefined
    }
    default:
      return isMedia(type) ? readMedia(type, part) : undefined
  }
}

const mediaKinds: readonly string[] = ['image', 'video', 'audio', 'document', 'sticker'] satisfies ReceivedMedia[]
const isMedia = (type: string): type is ReceivedMedia => mediaKinds.includes(type)

function readMedia(media: ReceivedMedia, part: unknown): IncomingContent | undefined {
  const mediaId = text(field(part, 'id'))
  if (!isId(mediaId)) return undefined
  const [caption, fileName] = [text(field(part, 'caption')), text(field(part, 'filename'))]
  return {
    kind: 'media',
    media,
    mediaId,
    mimeType: (text(field(part, 'mime_type')).split(';')[0] as string).trim().toLowerCase(),
    ...(caption !== '' && { caption }),
    ...(fileName !== '' && { fileName }),
  }
}

const textContent = (words: string): IncomingContent => ({ kind: 'text', text: words })

/** The time of a message in milliseconds; 0 if it has none. */
export function timeOf(message: unknown): number {
  const seconds = Number(field(message, 'timestamp'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 0
}

/** The names of a contact that are valid. */
export const givenIn = ({ number = '', userId = '' }: ContactIdentity): ContactIdentity => ({
  ...(isId(number) && { number }),
  ...(isId(userId) && { userId }),
})
