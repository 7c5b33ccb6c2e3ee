import type { Unreadable } from '../define.js'
import { field, isId, isObject, list, text } from '../fields.js'
import type { ChannelEvent, ContactIdentity, IncomingMessage } from '../messages.js'
import type { WhatsAppData } from './accounts.js'
import { failureCauseOf } from './error-codes.js'
import { givenIn, readContent, timeOf } from './read-content.js'
import { readCopies, readHandover, readStandby } from './read-ownership.js'

/** The field of what bots answer. Gateways leave the field out. */
const answeredField = 'messages'

/**
 * Reads a webhook call for the phone number of an account. Skips messages that cannot be read, and kinds that mean nothing to a bot
 * (reactions, contacts, notices of the app). Only the field `messages` has messages to a bot; other fields report what others say, or who
 * speaks. Of fields without a reader, reads nothing but their name.
 */
export function read(payload: unknown, data: WhatsAppData): ChannelEvent[] | Unreadable {
  const entries = field(payload, 'entry')
  if (!Array.isArray(entries)) return { path: 'entry', problem: 'A list of what has changed is expected.' }
  const own = data.provider === '360dialog' ? undefined : data.phoneNumberId
  return entries
    .flatMap((entry) => list(field(entry, 'changes')))
    .flatMap((change): ChannelEvent[] => {
      const value = field(change, 'value')
      if (!isObject(value)) return []
      const phoneNumberId = text(field(value.metadata, 'phone_number_id'))
      if (own !== undefined && phoneNumberId !== '' && phoneNumberId !== own) return []
      const name = text(field(change, 'field')) || answeredField
      return readers.get(name)?.(value, own) ?? [{ kind: 'other', name }]
    })
}

type ReadField = (value: Record<string, unknown>, own: string | undefined) => ChannelEvent[] | undefined

/** Readers of fields, by name. They return nothing for a value that they do not know. */
const readers: ReadonlyMap<string, ReadField> = new Map<string, ReadField>([
  [answeredField, readValue],
  ['smb_message_echoes', (value) => readCopies(value.message_echoes, (copy) => ({ kind: 'echo', ...copy }))],
  ['standby', readStandby],
  ['messaging_handovers', readHandover],
])

function readValue(value: Record<string, unknown>): ChannelEvent[] {
  const messages = list(value.messages)
  const contactOf = contactsOf(list(value.contacts))
  return [
    ...messages.flatMap((message) => readIdentityChange(message) ?? []),
    ...messages.flatMap((message) => readMessage(message, contactOf) ?? []),
    ...list(value.statuses).flatMap((status) => readStatus(status) ?? []),
  ]
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

function readMessage(message: unknown, contactOf: ReturnType<typeof contactsOf>): ChannelEvent | undefined {
  const id = text(field(message, 'id'))
  const phoneNumber = text(field(message, 'from'))
  const sender = phoneNumber || text(field(message, 'from_user_id'))
  const content = readContent(message)
  if (!isId(id) || !isId(sender) || !content) return undefined
  const referral = readReferral(field(message, 'referral'))
  const contact = contactOf(sender)
  const userId = text(field(message, 'from_user_id')) || contact.userId
  return {
    kind: 'message',
    message: {
      id,
      sender,
      ...(isId(userId) && { userId }),
      contact: { name: contact.name, phoneNumber },
      ...(referral && { referral }),
      sentAt: timeOf(message),
      content,
    },
  }
}

/** Reads a notice that a contact has another number or another id. */
function readIdentityChange(message: unknown): ChannelEvent | undefined {
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

function identityChange(before: ContactIdentity, after: ContactIdentity): ChannelEvent | undefined {
  const [previous, next] = [givenIn(before), givenIn(after)]
  return isEmpty(previous) || isEmpty(next) ? undefined : { kind: 'identity', previous, next }
}

const isEmpty = (identity: ContactIdentity): boolean => Object.keys(identity).length === 0

function readReferral(referral: unknown): IncomingMessage['referral'] {
  const [sourceId, clickId] = [text(field(referral, 'source_id')), text(field(referral, 'ctwa_clid'))]
  if (sourceId === '' && clickId === '') return undefined
  return { ...(sourceId !== '' && { sourceId }), ...(clickId !== '' && { clickId }) }
}

function readStatus(status: unknown): ChannelEvent | undefined {
  const [id, state] = [text(field(status, 'id')), text(field(status, 'status'))]
  if (state === 'delivered' || state === 'read')
    return isId(id) ? { kind: 'delivery', id, state, at: timeOf(status) } : undefined
  return state === 'failed' ? readFailure(status, id) : undefined
}

function readFailure(status: unknown, id: string): ChannelEvent | undefined {
  const error = list(field(status, 'errors'))[0]
  const reason = [text(field(error, 'code')), text(field(error, 'title')) || text(field(error, 'message'))]
  const recipient = text(field(status, 'recipient_id')) || text(field(status, 'recipient_user_id'))
  if (recipient === '') return undefined
  const cause = failureCauseOf(Number(field(error, 'code')))
  return {
    kind: 'undelivered',
    recipient: /^\d+$/.test(recipient) ? { number: recipient } : { userId: recipient },
    reason: reason.filter(Boolean).join(' ').slice(0, 300),
    ...(cause !== undefined && { cause }),
    ...(isId(id) && { id }),
    at: timeOf(status),
  }
}
