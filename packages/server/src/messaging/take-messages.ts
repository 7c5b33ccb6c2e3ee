import { type IncomingMessage, readPayload } from '@colloquy/engine'
import type { MessagingAccount } from '@colloquy/ports/messaging'
import type { ContactKey, InboxMessage } from '@colloquy/storage'
import { groupBy } from '../group-by.js'
import { newId } from '../ids.js'
import type { Needs } from '../service.js'
import { inboxRow } from './inbox-entry.js'
import { note, undelivered } from './note.js'

/** Milliseconds after which a message is too late to be answered: the conversation has moved on since. */
export const longestDelay = 180_000

/** A webhook call of a provider, verified as genuine. */
export interface ProviderCall {
  account: MessagingAccount
  payload: unknown
  publicUrl: string
  /** Returns the contact of a sender; undefined when there is no such contact. */
  keyOf(sender: string): Promise<ContactKey | undefined>
}

/**
 * Stores the messages of a webhook call, so that it can be acknowledged, and queues their answers. Ignores messages for other numbers of
 * the business. False when the payload is not a call of a provider at all.
 */
export async function takeMessages(
  service: Needs<'storage' | 'inbox' | 'longWork' | 'now'>,
  call: ProviderCall,
): Promise<boolean> {
  const read = readPayload(call.payload)
  if (!read) return false
  const own = call.account.provider === '360dialog' ? undefined : call.account.phoneNumberId
  const ours = read.filter(({ phoneNumberId }) => own === undefined || (phoneNumberId ?? own) === own)
  const byWorkspace = new Map<string, Received[]>()
  for (const [sender, messages] of groupBy(
    ours.flatMap((part) => part.messages),
    (it) => it.sender,
  )) {
    const key = await call.keyOf(sender)
    if (!key) continue
    const received = byWorkspace.get(key.workspaceId) ?? []
    byWorkspace.set(key.workspaceId, received)
    received.push({ key, messages })
  }
  for (const [workspaceId, received] of byWorkspace) await store(service, workspaceId, received, call.publicUrl)
  for (const { recipient, reason } of ours.flatMap(({ failures }) => failures).slice(0, mostFailures))
    await noteFailure(service, await call.keyOf(recipient), reason)
  return true
}

/** Messages of one contact. */
interface Received {
  readonly key: ContactKey
  readonly messages: readonly IncomingMessage[]
}

/** Messages of one transaction. A provider repeats a call that fails between two of them. */
const rowsAtOnce = 20
/** Usual calls contain one message, and do not wait in line. */
const usualRows = 5
/** For the limit on long work that waits: about that many bytes for a message. */
const partBytes = rowsAtOnce * 1_000
const mostFailures = 50

/** Stores messages to one workspace and queues the contacts, once all that are in this call are stored. */
async function store(
  { storage, inbox, longWork, now }: Needs<'storage' | 'inbox' | 'longWork' | 'now'>,
  workspaceId: string,
  received: readonly Received[],
  publicUrl: string,
): Promise<void> {
  const isLong = received.reduce((sum, { messages }) => sum + messages.length, 0) > usualRows
  const rows = rowsOf(received, publicUrl, now())
  const stored: InboxMessage[] = []
  let next = rows.next()
  // Rows are made with their part, because thousands take the main thread for a while too.
  const storePart = async () => {
    const part: InboxMessage[] = []
    for (; !next.done && part.length < rowsAtOnce; next = rows.next()) part.push(next.value)
    const ids = new Set(await storage.messaging.receive(part, true))
    for (const row of part) if (ids.has(row.id)) stored.push(row)
  }
  try {
    while (!next.done) await (isLong ? longWork.part(workspaceId, partBytes, storePart) : storePart())
  } finally {
    for (const row of stored) if (row.handledAt === null) inbox.attend(row)
  }
}

/** Messages of a contact that all arrive too late are stored as handled, and not answered. */
function* rowsOf(received: readonly Received[], publicUrl: string, now: number): Generator<InboxMessage, undefined> {
  for (const { key, messages } of received) {
    const callId = newId()
    const isLate = messages.every(({ sentAt }) => sentAt > 0 && sentAt < now - longestDelay)
    const done = isLate ? { body: '', dueAt: null, handledAt: now, outcome: 'late' } : {}
    for (const [position, { id, contact, referral, content, sentAt }] of messages.entries()) {
      const entry = { contact, ...(referral && { referral }), content, publicUrl }
      const at = { callId, position, receivedAt: now, sentAt: sentAt || now }
      yield inboxRow(key, entry, { ...at, providerId: id, ...done })
    }
  }
}

/** Logs a message that the provider accepted and then failed to deliver. */
async function noteFailure(
  service: Needs<'storage' | 'now'>,
  key: ContactKey | undefined,
  reason: string,
): Promise<void> {
  const { storage } = service
  const contact = key && (await storage.messaging.find(key))
  if (!contact?.sessionId) return
  const row = await storage.sessions.get(contact.sessionId)
  if (row) await note(service, row, undelivered, reason || 'The provider gave no reason.')
}
