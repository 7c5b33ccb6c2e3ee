import type { Correspondent } from '@colloquy/storage'
import { newId } from '../ids.js'
import type { Service } from '../service.js'
import { inboxRow } from './inbox-entry.js'

/** Something for a webhook block of somebody's chat: it is kept until the chat is there, and goes on with it then. */
export async function takeWebhook(
  service: Service,
  correspondent: Correspondent,
  { blockId, body, publicUrl }: { blockId: string; body: unknown; publicUrl: string },
): Promise<void> {
  const row = inboxRow(
    correspondent,
    { webhook: body ?? null, publicUrl },
    { callId: newId(), blockId, receivedAt: service.now() },
  )
  await service.storage.messaging.receive([row], false)
  service.inbox.attend(correspondent)
}
