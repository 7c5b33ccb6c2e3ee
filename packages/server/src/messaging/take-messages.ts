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
  const byWorkspace = new Map<string, InboxMessage[]>()
  for (const [sender, messages] of groupBy(
    ours.flatMap((part) => part.messages),
    (it) => it.sender,
  )) {
    const key = await call.keyOf(sender)
    if (!key) continue
    const rows = byWorkspace.get(key.workspaceId) ?? []
    byWorkspace.set(key.workspaceId, rows)
    for (const row of rowsOf(key, messages, call.publicUrl, service.now())) rows.push(row)
  }
  for (const [workspaceId, rows] of byWorkspace) await storeRows(service, workspaceId, rows)
  for (const { recipient, reason } of ours.flatMap(({ failures }) => failures).slice(0, mostFailures))
    await noteFailure(service, await call.keyOf(recipient), reason)
  return true
}

/** Messages of one transaction. A provider repeats a call that fails between two of them. */
const rowsAtOnce = 20
/** Usual calls contain one message, and do not wait in line. */
const usualRows = 5
const mostFailures = 50

/** Stores messages of one workspace and queues the contacts, once all that are in this call are stored. */
async function storeRows(
  { storage, inbox, longWork }: Needs<'storage' | 'inbox' | 'longWork'>,
  workspaceId: string,
  rows: readonly InboxMessage[],
): Promise<void> {
  const stored = new Set<string>()
  try {
    for (let first = 0; first < rows.length; first += rowsAtOnce) {
      const part = rows.slice(first, first + rowsAtOnce)
      const store = () => storage.messaging.receive(part, true)
      const bytes = part.reduce((sum, { body }) => sum + body.length, 0)
      const ids = rows.length > usualRows ? await longWork.part(workspaceId, bytes, store) : await store()
      for (const id of ids) stored.add(id)
    }
  } finally {
    for (const row of rows) if (stored.has(row.id) && row.handledAt === null) inbox.attend(row)
  }
}

/** Messages that all arrive too late are stored as handled, and not answered. */
function rowsOf(key: ContactKey, messages: readonly IncomingMessage[], publicUrl: string, now: number): InboxMessage[] {
  const callId = newId()
  const isLate = messages.every(({ sentAt }) => sentAt > 0 && sentAt < now - longestDelay)
  const done = isLate ? { body: '', dueAt: null, handledAt: now, outcome: 'late' } : {}
  return messages.map(({ id, contact, referral, content, sentAt }, position) => {
    const entry = { contact, ...(referral && { referral }), content, publicUrl }
    const at = { callId, position, receivedAt: now, sentAt: sentAt || now }
    return inboxRow(key, entry, { ...at, providerId: id, ...done })
  })
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
