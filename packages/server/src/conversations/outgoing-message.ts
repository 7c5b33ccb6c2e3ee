import type { Session } from '@colloquy/engine'
import type { InboxMessage, SessionRow } from '@colloquy/storage'
import { inboxRow } from '../messaging/inbox-entry.js'
import type { Needs } from '../service.js'

/** The row by which a messaging app gets a message of a person; undefined for a page. It is stored in the transaction of the message. */
export async function outgoingMessage(
  { storage, now }: Needs<'storage' | 'now'>,
  row: SessionRow,
  {
    key,
    said,
    publicUrl,
  }: { key: string; said: { text: string; attachedFileUrls?: string[] | undefined }; publicUrl: string },
): Promise<InboxMessage | undefined> {
  const { channel } = JSON.parse(row.state) as Session
  const contact = channel === 'messaging' ? await storage.messaging.ofSession(row.id) : undefined
  if (!contact) return undefined
  return inboxRow(contact, { person: said, publicUrl }, { callId: key, receivedAt: now(), sessionId: row.id })
}
