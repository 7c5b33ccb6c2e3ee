import { Table } from '../table.js'
import type { InboxMessage } from './messaging.js'

export const inbox = new Table<InboxMessage>('inbox', {
  id: 'text',
  workspaceId: 'text',
  credentialsId: 'text',
  sender: 'text',
  providerId: 'text',
  callId: 'text',
  position: 'integer',
  blockId: 'text',
  body: 'text',
  sentAt: 'integer',
  receivedAt: 'integer',
  dueAt: 'integer',
  replyId: 'text',
  sessionId: 'text',
  stepsDone: 'integer',
  attempts: 'integer',
  handledAt: 'integer',
  outcome: 'text',
})
