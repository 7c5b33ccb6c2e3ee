import type { InboxMessage, LeasedContact } from '@colloquy/storage'
import type { Needs } from '../service.js'
import { entryOf } from './inbox-entry.js'
import { type Chat, chatUnderWay } from './open-chat.js'
import { isText, quickTexts } from './quick-texts.js'

type Messages = readonly [InboxMessage, ...InboxMessage[]]

/** The next thing to do for a contact. */
export type Next =
  | { kind: 'reply'; messages: Messages; chat: Chat | undefined }
  /** Messages that no bot expects. */
  | { kind: 'drop'; messages: Messages; outcome: string }
  /** Data for a webhook block that the chat has not reached yet waits for that. */
  | { kind: 'hold'; messages: Messages }
  | { kind: 'later'; at: number }
  | { kind: 'idle' }

/** Decides which of the waiting messages to answer next, in the order in which they were sent. */
export async function nextReply(
  service: Needs<'storage' | 'config' | 'compiledFlows' | 'sessionCache' | 'now'>,
  contact: LeasedContact,
  rows: readonly InboxMessage[],
): Promise<Next> {
  const [first] = rows
  if (!first) return { kind: 'idle' }
  const now = service.now()
  const begun = rows.find(({ id, replyId }) => replyId === id)
  const written = rows.filter((row) => row.blockId === null && !isOutgoing(row))
  const lead = begun ?? written[0]
  // An answer that does not come belongs to the chat that waits for it, however old that is.
  const at = lead && 'noAnswer' in entryOf(lead) ? 0 : (lead?.receivedAt ?? now)
  if (begun && (begun.dueAt ?? 0) > now) return { kind: 'later', at: begun.dueAt as number }
  const chat = await chatUnderWay(service, contact, at)
  if (begun) {
    const others = rows.filter(({ id, replyId }) => replyId === begun.id && id !== begun.id)
    return { kind: 'reply', messages: [begun, ...others], chat }
  }
  const outgoing = rows.find(isOutgoing)
  if (outgoing)
    return (outgoing.dueAt ?? 0) > now
      ? { kind: 'later', at: outgoing.dueAt as number }
      : { kind: 'reply', messages: [outgoing], chat }
  if (chat?.row.held && written.length === 0) return held(rows)
  if (chat?.awaitedType === 'webhook' && chat.row.held === null) return atWebhook(rows, chat)
  return written.length > 0
    ? fromWords(written as unknown as Messages, chat, { service, contact })
    : withoutWords(rows, chat)
}

/** True for what goes to the contact beside the replies of the bot. */
const isOutgoing = (row: InboxMessage): boolean => {
  const entry = entryOf(row)
  return 'person' in entry || 'handBack' in entry
}

/** Drops messages while the chat waits for another system: they would be taken for that system's data. */
function atWebhook(rows: readonly InboxMessage[], chat: Chat): Next {
  const wanted = rows.find(({ blockId }) => blockId !== null && blockId === chat.session.currentBlockId)
  if (wanted) return { kind: 'reply', messages: [wanted], chat }
  const [first, ...others] = rows.filter(({ blockId }) => blockId === null)
  return first ? { kind: 'drop', messages: [first, ...others], outcome: 'not expected' } : held(rows)
}

function withoutWords(rows: readonly InboxMessage[], chat: Chat | undefined): Next {
  return chat ? held(rows) : { kind: 'drop', messages: rows as unknown as Messages, outcome: 'chat over' }
}

function held(rows: readonly InboxMessage[]): Next {
  const [first, ...others] = rows.filter(({ dueAt }) => dueAt !== null)
  return first ? { kind: 'hold', messages: [first, ...others] } : { kind: 'idle' }
}

/** Messages from one webhook call form one reply; so do texts within the quiet time, and pictures and files, which arrive one by one. */
async function fromWords(
  written: Messages,
  chat: Chat | undefined,
  { service, contact }: { service: Needs<'storage' | 'config' | 'compiledFlows' | 'now'>; contact: LeasedContact },
): Promise<Next> {
  const [lead, ...others] = written
  const entry = entryOf(lead)
  if ('preview' in entry) {
    if (lead.dueAt !== null) return { kind: 'reply', messages: [lead], chat: undefined }
    return others.length > 0 ? { kind: 'reply', messages: [lead, ...others], chat: undefined } : { kind: 'idle' }
  }
  const together = ({ callId }: InboxMessage) => callId === lead.callId
  const ofCall: Messages = [lead, ...leading(others, together)]
  if (ofCall.every(isText)) {
    const { texts, next, until } = await quickTexts(service, { contact, chat }, written)
    if (until > service.now()) return { kind: 'later', at: until }
    if (!next || !isFile(next)) return { kind: 'reply', messages: texts, chat }
    return withFiles(texts, written.slice(texts.length), chat, service)
  }
  return isFile(lead) ? withFiles([lead], others, chat, service) : { kind: 'reply', messages: ofCall, chat }
}

/** Files arrive one by one, and belong to the same reply as long as more of them come. */
function withFiles(
  before: Messages,
  rows: readonly InboxMessage[],
  chat: Chat | undefined,
  service: Needs<'config' | 'now'>,
): Next {
  const [lead] = before
  const files = leading(rows, (row) => row.callId === lead.callId || isFile(row))
  const newest = Math.max(...[...before, ...files].map(({ receivedAt }) => receivedAt))
  const at = newest + service.config.limits.mediaPauseMilliseconds
  return at > service.now() ? { kind: 'later', at } : { kind: 'reply', messages: [...before, ...files], chat }
}

function leading(rows: readonly InboxMessage[], belongs: (row: InboxMessage) => boolean): InboxMessage[] {
  const end = rows.findIndex((row) => !belongs(row))
  return end < 0 ? [...rows] : rows.slice(0, end)
}

function isFile(row: InboxMessage): boolean {
  const entry = entryOf(row)
  if (!('content' in entry) || entry.content.kind !== 'media') return false
  return entry.content.media !== 'audio' && entry.content.media !== 'sticker'
}
