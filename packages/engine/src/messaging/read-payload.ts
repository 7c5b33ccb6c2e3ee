import type { Messaging } from '../session.js'

/** A message as received from an app. */
export interface IncomingMessage {
  /** The provider's id. The same id twice means the same message. */
  id: string
  /** The sender's number, or the provider's identifier if it hides the number. Replies are sent there. */
  sender: string
  contact: Messaging['contact']
  referral?: Messaging['referral']
  /** Milliseconds since 1970. */
  sentAt: number
  content: IncomingContent
}

export type IncomingContent =
  | { kind: 'text'; text: string }
  /** A button that was pressed, with its id. */
  | { kind: 'choice'; replyId: string; text: string }
  | { kind: 'media'; media: MediaKind; mediaId: string; mimeType: string; caption?: string; fileName?: string }

const mediaKinds = ['image', 'video', 'audio', 'document', 'sticker'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** Contents of a provider's request for one phone number of the business. */
export interface ReadPayload {
  /** Absent if the provider does not specify it. */
  phoneNumberId?: string
  messages: IncomingMessage[]
  /** Messages of ours that were not delivered: the recipient, and the reason. */
  failures: { recipient: string; reason: string }[]
}

/**
 * Parses a request of a provider. Undefined if it is not one. Skips messages that cannot be read, and kinds that mean nothing to a bot
 * (reactions, contacts, notices of the app).
 */
export function readPayload(payload: unknown): ReadPayload[] | undefined {
  const entries = field(payload, 'entry')
  if (!Array.isArray(entries)) return undefined
  const values = entries.flatMap((entry) => list(field(entry, 'changes')).map((change) => field(change, 'value')))
  return values.filter(isObject).map((value) => {
    const nameOf = namesOf(list(value.contacts))
    const phoneNumberId = text(field(value.metadata, 'phone_number_id'))
    return {
      ...(phoneNumberId !== '' && { phoneNumberId }),
      messages: list(value.messages).flatMap((message) => readMessage(message, nameOf) ?? []),
      failures: list(value.statuses).flatMap(readFailure),
    }
  })
}

/** Returns the name of a sender: that of the contact with its id, otherwise that of the first contact. */
function namesOf(contacts: readonly unknown[]): (sender: string) => string {
  const byId = new Map<string, unknown>()
  for (const contact of contacts)
    for (const id of [text(field(contact, 'wa_id')), text(field(contact, 'user_id'))])
      if (!byId.has(id)) byId.set(id, contact)
  return (sender) => text(field(field(byId.get(sender) ?? contacts[0], 'profile'), 'name'))
}

function readMessage(message: unknown, nameOf: (sender: string) => string): IncomingMessage | undefined {
  const id = text(field(message, 'id'))
  const phoneNumber = text(field(message, 'from'))
  const sender = phoneNumber || text(field(message, 'from_user_id'))
  const content = readContent(message)
  if (id === '' || id.length > longestId || sender === '' || sender.length > longestId || !content) return undefined
  const referral = readReferral(field(message, 'referral'))
  const seconds = Number(field(message, 'timestamp'))
  return {
    id,
    sender,
    contact: { name: nameOf(sender), phoneNumber },
    ...(referral && { referral }),
    sentAt: Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 0,
    content,
  }
}

function readContent(message: unknown): IncomingContent | undefined {
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
      return mediaKinds.some((kind) => kind === type) ? readMedia(type as MediaKind, part) : undefined
  }
}

function readMedia(media: MediaKind, part: unknown): IncomingContent | undefined {
  const mediaId = text(field(part, 'id'))
  if (mediaId === '' || mediaId.length > longestId) return undefined
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

function readReferral(referral: unknown): Messaging['referral'] | undefined {
  const [sourceId, clickId] = [text(field(referral, 'source_id')), text(field(referral, 'ctwa_clid'))]
  if (sourceId === '' && clickId === '') return undefined
  return { ...(sourceId !== '' && { sourceId }), ...(clickId !== '' && { clickId }) }
}

function readFailure(status: unknown): ReadPayload['failures'] {
  if (text(field(status, 'status')) !== 'failed') return []
  const error = list(field(status, 'errors'))[0]
  const reason = [text(field(error, 'code')), text(field(error, 'title')) || text(field(error, 'message'))]
  const recipient = text(field(status, 'recipient_id')) || text(field(status, 'recipient_user_id'))
  return recipient === '' ? [] : [{ recipient, reason: reason.filter(Boolean).join(' ').slice(0, 300) }]
}

const longestId = 512
const textContent = (words: string): IncomingContent => ({ kind: 'text', text: words })

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function field(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A text, or a number in place of one. */
function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
