import { field, list, text } from '../fields.js'
import type { IncomingContent, ReceivedMedia } from '../messages.js'

/** Addresses of files are longer than ids. */
const maxAddress = 4_000

/** The contents of a message: its attachments, of which the first has the text as caption, or its text alone. */
export function readContents(message: unknown): IncomingContent[] {
  const words = text(field(message, 'text'))
  const replyId = text(field(field(message, 'quick_reply'), 'payload'))
  if (replyId !== '') return [{ kind: 'choice', replyId, text: words }]
  const files = list(field(message, 'attachments')).flatMap((attachment) => readFile(attachment) ?? [])
  const [first, ...others] = files
  if (first) return [{ ...first, ...(words !== '' && { caption: words }) }, ...others]
  return words === '' ? [] : [{ kind: 'text', text: words }]
}

type Media = Extract<IncomingContent, { kind: 'media' }>

/** Kinds of attachments that are files, with the type of a file whose address does not show it. */
const kinds = new Map<string, { media: ReceivedMedia; mimeType: string }>([
  ['image', { media: 'image', mimeType: 'image/jpeg' }],
  ['story_mention', { media: 'image', mimeType: 'image/jpeg' }],
  ['video', { media: 'video', mimeType: 'video/mp4' }],
  ['audio', { media: 'audio', mimeType: 'audio/mp4' }],
  ['file', { media: 'document', mimeType: '' }],
])

const types = new Map([
  ['png', 'image/png'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['pdf', 'application/pdf'],
  ['txt', 'text/plain'],
  ['csv', 'text/csv'],
  ['zip', 'application/zip'],
])

function readFile(attachment: unknown): Media | undefined {
  const kind = kinds.get(text(field(attachment, 'type')))
  const url = text(field(field(attachment, 'payload'), 'url'))
  if (!kind || url === '' || url.length > maxAddress) return undefined
  const path = url.slice(0, (url.indexOf('?') + 1 || url.length + 1) - 1)
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  const mimeType = types.get(name.slice(dot + 1).toLowerCase()) ?? kind.mimeType
  const isNamed = kind.media === 'document' && dot > 0
  return { kind: 'media', media: kind.media, mediaId: url, mimeType, ...(isNamed && { fileName: name }) }
}

/** The time of an event, which is in milliseconds; 0 if it has none. */
export function timeOf(event: unknown): number {
  const at = Number(field(event, 'timestamp'))
  return Number.isFinite(at) && at > 0 ? at : 0
}
