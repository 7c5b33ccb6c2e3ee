import type { Unreadable } from '../define.js'
import { field, isId, isObject, list, text } from '../fields.js'
import type { ChannelEvent, IncomingContent, ReceivedMedia } from '../messages.js'
import { userIdOf } from '../user-ids.js'
import { variablesOfStart } from './read-start.js'

/**
 * Reads an update (reference: Bot API, Update). Only new messages and pressed buttons of private chats are answered: an edited message was
 * answered before. Other updates are counted by name, those of groups and channels as `group`.
 */
export function read(update: unknown): ChannelEvent[] | Unreadable {
  const updateId = text(field(update, 'update_id'))
  if (!isId(updateId)) return { path: 'update_id', problem: 'The id of an update is expected.' }
  const name = Object.keys(update as object).find((key) => key !== 'update_id') ?? 'update'
  const value = field(update, name)
  const reader = readers.get(name)
  if (!reader) return [{ kind: 'other', name }]
  const { from, chat, sentAt, content } = reader(value)
  const id = text(field(from, 'id'))
  if (text(field(chat, 'type')) !== 'private') return [{ kind: 'other', name: 'group' }]
  if (!/^\d{1,20}$/.test(id) || !content) return [{ kind: 'other', name: kindOf(value, name) }]
  const userId = userIdOf(id)
  const variables = content.kind === 'text' ? variablesOfStart(content.text) : undefined
  const message = {
    id: updateId,
    sender: userId,
    userId,
    contact: { name: nameOf(from), phoneNumber: '' },
    ...(variables && { variables }),
    sentAt,
    content,
  }
  return [{ kind: 'message', message }]
}

interface Part {
  from: unknown
  chat: unknown
  sentAt: number
  content: IncomingContent | undefined
}

const readers: ReadonlyMap<string, (value: unknown) => Part> = new Map([
  ['message', readMessage],
  ['callback_query', readPress],
])

function readMessage(message: unknown): Part {
  const [from, chat] = [field(message, 'from'), field(message, 'chat')]
  return { from, chat, sentAt: timeOf(field(message, 'date')), content: contentOf(message, text(field(from, 'id'))) }
}

/** The time of a press is unknown: its message may be old. */
function readPress(query: unknown): Part {
  const message = field(query, 'message')
  const replyId = text(field(query, 'data'))
  const rows = list(field(field(message, 'reply_markup'), 'inline_keyboard'))
  const pressed = rows.flatMap(list).find((button) => text(field(button, 'callback_data')) === replyId)
  const content = { kind: 'choice', replyId, text: text(field(pressed, 'text')) } as const
  return { from: field(query, 'from'), chat: field(message, 'chat'), sentAt: 0, content: replyId ? content : undefined }
}

/** Names a message that bots do not act on, so that the connection shows what came. */
const kindOf = (value: unknown, name: string): string =>
  serviceKinds.find((kind) => field(value, kind) !== undefined) ?? name
const serviceKinds = ['poll', 'dice', 'story', 'game', 'venue', 'pinned_message', 'successful_payment'] as const

function contentOf(message: unknown, from: string): IncomingContent | undefined {
  const words = field(message, 'text')
  if (typeof words === 'string') return { kind: 'text', text: words }
  return positionOf(field(message, 'location')) ?? contactOf(field(message, 'contact'), from) ?? mediaOf(message)
}

function positionOf(location: unknown): IncomingContent | undefined {
  if (!isObject(location)) return undefined
  const { latitude, longitude } = location
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  return { kind: 'text', text: `${latitude}, ${longitude}` }
}

/** Somebody who shares a contact answers with its phone number. Telegram leaves out the plus sign of numbers at times. */
function contactOf(contact: unknown, from: string): IncomingContent | undefined {
  const number = text(field(contact, 'phone_number'))
  if (number === '') return undefined
  const isOwn = text(field(contact, 'user_id')) === from
  const name = [field(contact, 'first_name'), field(contact, 'last_name')].map(text).filter(Boolean).join(' ')
  const shown = number.startsWith('+') ? number : `+${number}`
  return { kind: 'text', text: isOwn || name === '' ? shown : `${name} ${shown}` }
}

/** The kinds of files that a message has one of, as bots receive them. */
const mediaKinds: Readonly<Record<string, readonly [ReceivedMedia, mimeType: string]>> = {
  video: ['video', 'video/mp4'],
  video_note: ['video', 'video/mp4'],
  voice: ['audio', 'audio/ogg'],
  audio: ['audio', 'audio/mpeg'],
  sticker: ['sticker', 'image/webp'],
  document: ['document', 'application/octet-stream'],
}

function mediaOf(message: unknown): IncomingContent | undefined {
  const caption = text(field(message, 'caption'))
  const photo = list(field(message, 'photo')).at(-1)
  const named = Object.entries(mediaKinds).find(([name]) => isObject(field(message, name)))
  const file = photo ?? (named && field(message, named[0]))
  const mediaId = text(field(file, 'file_id'))
  if (!isId(mediaId)) return undefined
  const [media, usualType] = photo || !named ? (['image', 'image/jpeg'] as const) : named[1]
  const fileName = text(field(file, 'file_name'))
  return {
    kind: 'media',
    media,
    mediaId,
    mimeType: text(field(file, 'mime_type')).toLowerCase() || usualType,
    ...(caption !== '' && { caption }),
    ...(fileName !== '' && { fileName }),
  }
}

const nameOf = (from: unknown): string =>
  [field(from, 'first_name'), field(from, 'last_name')].map(text).filter(Boolean).join(' ') ||
  text(field(from, 'username'))

const timeOf = (seconds: unknown): number => (typeof seconds === 'number' && seconds > 0 ? seconds * 1_000 : 0)

/** Returns the answer to the webhook call: Telegram shows a pressed button as busy until it is confirmed. */
export function acknowledge(update: unknown): object | undefined {
  const id = text(field(field(update, 'callback_query'), 'id'))
  return id === '' ? undefined : { method: 'answerCallbackQuery', callback_query_id: id }
}
