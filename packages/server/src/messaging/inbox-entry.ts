import type { IncomingMessage } from '@colloquy/channels'
import type { ContactKey, InboxMessage } from '@colloquy/storage'
import { newId } from '../ids.js'
import type { StartRequest } from '../turns/start-turn.js'

/** Stored data of an inbox entry: one message that a contact is to be answered for. */
export type InboxEntry = (
  | Pick<IncomingMessage, 'contact' | 'referral' | 'variables' | 'content'>
  /** Sent by another system to a webhook block. */
  | { webhook: unknown }
  /** Written by a person who speaks in place of the bot. */
  | { person: { text: string; attachedFileUrls?: string[] | undefined } }
  /** A person let the bot continue in a turn of this id. */
  | { handBack: true }
  /** The contact has not answered in time. */
  | { noAnswer: { waitId: string } }
  /** Request of an author to preview a draft on this phone. */
  | { preview: { botId: string; userId: string; startFrom: StartRequest['body']['startFrom'] } }
) & {
  /** The address of the service, as the sender knows it. */
  publicUrl: string
}

export function inboxRow(
  key: ContactKey,
  entry: InboxEntry,
  row: Pick<InboxMessage, 'callId' | 'receivedAt'> & Partial<InboxMessage>,
): InboxMessage {
  const { workspaceId, credentialsId, sender } = key
  const id = newId()
  return {
    id,
    workspaceId,
    credentialsId,
    sender,
    providerId: id,
    position: 0,
    blockId: null,
    body: JSON.stringify(entry),
    sentAt: row.receivedAt,
    dueAt: row.receivedAt,
    replyId: null,
    sessionId: null,
    stepsDone: 0,
    attempts: 0,
    handledAt: null,
    outcome: null,
    ...row,
  }
}

export function entryOf(row: InboxMessage): InboxEntry {
  return JSON.parse(row.body)
}
