import type { Unreadable } from '../define.js'
import { field, isId, isObject, list, text } from '../fields.js'
import type { ChannelEvent, CopiedMessage, IncomingContent, IncomingMessage } from '../messages.js'
import { userIdOf } from '../user-ids.js'
import type { MetaData } from './account.js'
import { readContents, timeOf } from './read-content.js'

/**
 * Reads a webhook call for an account. `messaging` has what is written to bots, `standby` copies of conversations of another app, and
 * `changes` what happens outside of conversations, such as comments: of those, reads nothing but their name.
 */
export function readFor(object: string, payload: unknown, data: MetaData): ChannelEvent[] | Unreadable {
  if (field(payload, 'object') !== object) return { path: 'object', problem: `"${object}" is expected.` }
  const entries = field(payload, 'entry')
  if (!Array.isArray(entries)) return { path: 'entry', problem: 'A list of what has changed is expected.' }
  return entries
    .filter((entry) => text(field(entry, 'id')) === data.accountId)
    .flatMap((entry) => [
      ...list(field(entry, 'messaging')).flatMap((event) => readEvent(event, data)),
      ...list(field(entry, 'standby')).flatMap((event) => readCopy(event, data, true)),
      ...list(field(entry, 'changes')).map((change): ChannelEvent => ({ kind: 'other', name: nameOf(change) })),
    ])
}

const maxName = 100
const nameOf = (change: unknown): string => text(field(change, 'field')).slice(0, maxName) || 'changes'

/** Parts of events that bots do not act on. */
const others = ['read', 'delivery', 'reaction', 'optin', 'request_thread_control', 'referral'] as const

function readEvent(event: unknown, data: MetaData): ChannelEvent[] {
  if (isEcho(event)) return readCopy(event, data, false)
  const handover = readHandover(event, data)
  if (handover) return handover
  const sender = text(field(field(event, 'sender'), 'id'))
  const contents = contentsOf(event)
  if (!isId(sender) || contents.length === 0) {
    const name = others.find((part) => isObject(field(event, part)))
    return name ? [{ kind: 'other', name }] : []
  }
  const id = idOf(event)
  if (!isId(id)) return []
  const referral = readReferral(event)
  return contents.map((content, index) => ({
    kind: 'message',
    message: {
      id: index === 0 ? id : `${id}:${index}`,
      sender: userIdOf(sender),
      userId: userIdOf(sender),
      contact: { name: '', phoneNumber: '' },
      ...(referral && { referral }),
      sentAt: timeOf(event),
      content,
    },
  }))
}

const isEcho = (event: unknown): boolean => field(field(event, 'message'), 'is_echo') === true

/** The contents of a message or of a pressed button; none of a message that was deleted. */
function contentsOf(event: unknown): IncomingContent[] {
  const message = field(event, 'message')
  if (isObject(message)) return message.is_deleted === true ? [] : readContents(message)
  const postback = field(event, 'postback')
  const [replyId, title] = [text(field(postback, 'payload')), text(field(postback, 'title'))]
  if (replyId !== '') return [{ kind: 'choice', replyId, text: title }]
  return title === '' ? [] : [{ kind: 'text', text: title }]
}

/** Older postbacks have no id: the time and the sender identify them. */
function idOf(event: unknown): string {
  const id = text(field(field(event, 'message'), 'mid')) || text(field(field(event, 'postback'), 'mid'))
  if (id !== '') return id
  return isObject(field(event, 'postback')) ? `${timeOf(event)}:${text(field(field(event, 'sender'), 'id'))}` : ''
}

/** The advertisement, or the `ref` of the link, that led to a message. */
function readReferral(event: unknown): IncomingMessage['referral'] {
  const referral = field(field(event, 'message'), 'referral') ?? field(field(event, 'postback'), 'referral')
  const sourceId = text(field(referral, 'ad_id')) || text(field(referral, 'ref'))
  return sourceId === '' ? undefined : { sourceId }
}

/** Reads a copy of a message: one that the business sent, or in standby one of either side. Skips what our own app sent. */
function readCopy(event: unknown, data: MetaData, isStandby: boolean): ChannelEvent[] {
  const byBusiness = isEcho(event)
  if (byBusiness && text(field(field(event, 'message'), 'app_id')) === data.appId) return []
  const person = text(field(field(event, byBusiness ? 'recipient' : 'sender'), 'id'))
  const [id, content] = [idOf(event), contentsOf(event)[0]]
  if (!isId(person) || !isId(id) || !content) return []
  const words =
    content.kind === 'media' ? { text: content.caption ?? '', media: content.media } : { text: content.text }
  const copy: CopiedMessage = { contact: { userId: userIdOf(person) }, id, at: timeOf(event), ...words }
  return isStandby ? [{ kind: 'standby', by: byBusiness ? 'app' : 'contact', ...copy }] : [{ kind: 'echo', ...copy }]
}

/** Reads who has a conversation from now on: we do if the new owner is our app. */
function readHandover(event: unknown, { appId }: MetaData): ChannelEvent[] | undefined {
  const handover = field(event, 'pass_thread_control') ?? field(event, 'take_thread_control')
  if (!isObject(handover)) return undefined
  const person = text(field(field(event, 'sender'), 'id'))
  if (!isId(person)) return []
  const kind = text(handover.new_owner_app_id) === appId ? 'passed' : 'taken'
  return [{ kind, contact: { userId: userIdOf(person) }, at: timeOf(event) }]
}
