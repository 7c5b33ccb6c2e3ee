import type { LeasedContact } from '@colloquy/storage'
import { newId } from '../ids.js'
import type { Needs } from '../service.js'
import { inboxRow } from './inbox-entry.js'

/** Stores data for a webhook block of a contact's chat. It waits until the chat reaches the block, which then continues with it. */
export async function takeWebhook(
  service: Needs<'storage' | 'inbox' | 'now'>,
  contact: LeasedContact,
  { blockId, body, publicUrl }: { blockId: string; body: unknown; publicUrl: string },
): Promise<void> {
  const row = inboxRow(
    contact,
    { webhook: body ?? null, publicUrl },
    { callId: newId(), blockId, receivedAt: service.now() },
  )
  await service.storage.messaging.receive([row], false)
  service.inbox.attend(contact)
}
