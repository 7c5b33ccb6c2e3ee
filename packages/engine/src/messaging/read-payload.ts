import type { Messaging } from '../session.js'

/** A message as received from an app. */
export interface IncomingMessage {
  /** The provider's id. The same id twice means the same message. */
  id: string
  /** The sender's number, or the provider's identifier if it hides the number. */
  sender: string
  /** The provider's identifier of the sender; absent if it gives none. */
  userId?: string
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

/** The number or the id of a contact has changed. */
export interface IdentityChange {
  /** Earlier names of the contact: a number, an id, or both. */
  previous: { number?: string; userId?: string }
  next: { number?: string; userId?: string }
}

/** Contents of a provider's request for one phone number of the business. */
export interface ReadPayload {
  /** Subject of the request. Bots act only on `messages`: other fields carry copies for others, and report who owns a conversation. */
  field: string
  /** Absent if the provider does not specify it. */
  phoneNumberId?: string
  messages: IncomingMessage[]
  /** Messages of ours that were not delivered: the recipient, and the reason. */
  failures: { recipient: string; reason: string }[]
  changes: IdentityChange[]
}

/** The field of what bots answer. Gateways leave the field out. */
export const answeredField = 'messages'

/**
 * Parses a request of a provider. Undefined if it is not one. Skips messages that cannot be read, and kinds that mean nothing to a bot
 * (reactions, contacts, notices of the app). Of other fields than `messages`, reads nothing but their name: a copy of a conversation that
 * somebody else has must not look like a message to a bot.
 */
export function readPayload(payload: unknown): ReadPayload[] | undefined {
  const entries = field(payload, 'entry')
  if (!Array.isArray(entries)) return undefined
  const changes = entries.flatMap((entry) => list(field(entry, 'changes')))
  return changes.flatMap((change) => {
    const value = field(change, 'value')
    if (!isObject(value)) return []
    const name = text(field(change, 'field')) || answeredField
    const phoneNumberId = text(field(value.metadata, 'phone_number_id'))
    const head = { field: name, ...(phoneNumberId !== '' && { phoneNumberId }) }
    return { ...head, ...(name === answeredField ? readValue(value) : { messages: [], failures: [], changes: [] }) }
  })
}

function readValue(value: Record<string, unknown>): Pick<ReadPayload, 'messages' | 'failures' | 'changes'> {
  const messages = list(value.messages)
  const contactOf = contactsOf(list(value.contacts))
  return {
    messages: messages.flatMap((message) => readMessage(message, contactOf) ?? []),
    failures: list(value.statuses).flatMap(readFailure),
    changes: messages.flatMap((message) => readIdentityChange(message) ?? []),
  }
}

/** Returns the contact with the id of a sender, otherwise the first one. */
function contactsOf(contacts: readonly unknown[]): (sender: string) => { name: string; userId: string } {
  const byId = new Map<string, unknown>()
  for (const contact of contacts)
    for (const id of [text(field(contact, 'wa_id')), text(field(contact, 'user_id'))])
      if (!byId.has(id)) byId.set(id, contact)
  return (sender) => ({
    name: text(field(field(byId.get(sender) ?? contacts[0], 'profile'), 'name')),
    userId: text(field(byId.get(sender), 'user_id')),
  })
}

function readMessage(message: unknown, contactOf: ReturnType<typeof contactsOf>): IncomingMessage | undefined {
  const id = text(field(message, 'id'))
  const phoneNumber = text(field(message, 'from'))
  const sender = phoneNumber || text(field(message, 'from_user_id'))
  const content = readContent(message)
  if (id === '' || id.length > longestId || sender === '' || sender.length > longestId || !content) return undefined
  const referral = readReferral(field(message, 'referral'))
  const seconds = Number(field(message, 'timestamp'))
  const contact = contactOf(sender)
  const userId = text(field(message, 'from_user_id')) || contact.userId
  return {
    id,
    sender,
    ...(isId(userId) && { userId }),
    contact: { name: contact.name, phoneNumber },
    ...(referral && { referral }),
    sentAt: Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 0,
    content,
  }
}

/** Reads a notice that a contact has another number or another id. */
function readIdentityChange(message: unknown): IdentityChange | undefined {
  const system = field(message, 'system')
  const from = text(field(message, 'from'))
  const previousId = text(field(system, 'previous_user_id'))
  const userId = text(field(system, 'user_id')) || text(field(message, 'from_user_id'))
  switch (text(field(system, 'type'))) {
    case 'user_changed_number': {
      const number = text(field(system, 'wa_id')) || text(field(system, 'new_wa_id'))
      return identityChange({ number: from, userId: previousId || userId }, { number, userId })
    }
    case 'user_changed_user_id':
      return identityChange({ number: from, userId: previousId }, { userId })
    default:
      return undefined
  }
}

interface Names {
  number?: string
  userId?: string
}

function identityChange(previous: Names, next: Names): IdentityChange | undefined {
  const change = { previous: givenIn(previous), next: givenIn(next) }
  return isEmpty(change.previous) || isEmpty(change.next) ? undefined : change
}

const givenIn = ({ number = '', userId = '' }: Names): Names => ({
  ...(isId(number) && { number }),
  ...(isId(userId) && { userId }),
})
const isEmpty = (names: Names): boolean => Object.keys(names).length === 0

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
const isId = (id: string): boolean => id !== '' && id.length <= longestId
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
