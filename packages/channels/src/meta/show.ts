import type { SentMedia } from '../capabilities.js'
import { field, isObject, list, text } from '../fields.js'
import { type Picture, type PictureChoice, plainSpans } from '../picture.js'

/** Reads a message of the Send API as Messenger and Instagram show it. */
export function show(payload: object): Picture {
  const message = field(payload, 'message')
  const attachment = field(message, 'attachment')
  if (isObject(attachment)) return ofAttachment(attachment)
  const chips = list(field(message, 'quick_replies')).map(choiceOf)
  const words = text(field(message, 'text'))
  return {
    ...plainSpans(words),
    ...(chips.length > 0 && { buttons: { shape: 'chips', of: chips } }),
    ...(words === '' && { isPartial: true }),
  }
}

const mediaTypes: Readonly<Record<string, SentMedia>> = {
  image: 'image',
  audio: 'audio',
  video: 'video',
  file: 'document',
}

function ofAttachment({ type, payload }: Record<string, unknown>): Picture {
  const kind = mediaTypes[text(type)]
  if (kind) return { media: { kind, url: text(field(payload, 'url')) } }
  if (field(payload, 'template_type') !== 'button') return { isPartial: true }
  return {
    ...plainSpans(text(field(payload, 'text'))),
    buttons: { shape: 'rows', of: list(field(payload, 'buttons')).map(choiceOf) },
  }
}

const choiceOf = (button: unknown): PictureChoice => ({
  id: text(field(button, 'payload')),
  title: text(field(button, 'title')),
})
