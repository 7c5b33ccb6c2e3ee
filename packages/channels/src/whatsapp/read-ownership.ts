import { field, isId, isObject, list, text } from '../fields.js'
import type { ChannelEvent, ContactIdentity, CopiedMessage } from '../messages.js'
import { givenIn, readContent, timeOf } from './read-content.js'

/** Reads messages that the business sent to contacts, or with `isFromContact` those that contacts sent to it. */
export function readCopies(
  messages: unknown,
  eventOf: (copy: CopiedMessage) => ChannelEvent,
  isFromContact = false,
): ChannelEvent[] {
  return list(messages).flatMap((message) => {
    const id = text(field(message, 'id'))
    const contact = isFromContact
      ? { number: text(field(message, 'from')), userId: text(field(message, 'from_user_id')) }
      : { number: text(field(message, 'to')), userId: text(field(message, 'to_user_id')) }
    const content = readContent(message)
    const named = givenIn(contact)
    if (!isId(id) || isUnknown(named) || !content) return []
    const words =
      content.kind === 'media' ? { text: content.caption ?? '', media: content.media } : { text: content.text }
    return eventOf({ contact: named, id, at: timeOf(message), ...words })
  })
}

/** Reads copies of a conversation that another app has. They are nested once more. */
export function readStandby(value: Record<string, unknown>): ChannelEvent[] {
  const copies = isObject(value.standby) ? value.standby : value
  return [
    ...readCopies(copies.messages, (copy) => ({ kind: 'standby', by: 'contact', ...copy }), true),
    ...readCopies(copies.message_echoes, (copy) => ({ kind: 'standby', by: 'app', ...copy })),
  ]
}

/**
 * Reads who has a conversation from now on. `control_passed` goes to the new owner and `control_taken` to the previous one, so that the roles
 * in it, which differ between versions, need not be read. Undefined for anything else, and nothing for another number.
 */
export function readHandover(value: Record<string, unknown>, own: string | undefined): ChannelEvent[] | undefined {
  const number = text(field(value.recipient, 'phone_number_id'))
  if (own !== undefined && number !== '' && number !== own) return []
  const contact = givenIn({
    number: text(field(value.sender, 'phone_number')).replace(/^\+/, ''),
    userId: text(field(value.sender, 'user_id')),
  })
  const kind = handovers.get(text(value.type))
  return kind && !isUnknown(contact) ? [{ kind, contact, at: timeOf(value) }] : undefined
}

const handovers = new Map<string, 'taken' | 'passed'>([
  ['control_taken', 'taken'],
  ['control_passed', 'passed'],
])

const isUnknown = ({ number, userId }: ContactIdentity): boolean => number === undefined && userId === undefined
