import { Table } from '../table.js'
import type { Conversation, ConversationMessage } from './holders.js'

export const messages = new Table<ConversationMessage>('conversation_messages', {
  sessionId: 'text',
  number: 'integer',
  workspaceId: 'text',
  kind: 'text',
  authorId: 'text',
  authorName: 'text',
  content: 'text',
  key: 'text',
  afterTurn: 'integer',
  createdAt: 'integer',
})

export const conversations = new Table<Conversation>('conversations', {
  sessionId: 'text',
  workspaceId: 'text',
  botId: 'text',
  channel: 'text',
  state: 'text',
  assigneeId: 'text',
  teamId: 'text',
  lastText: 'text',
  lastAt: 'integer',
  waitingSince: 'integer',
  snoozedUntil: 'integer',
  openedAt: 'integer',
  firstResponseAt: 'integer',
  resolvedAt: 'integer',
  rating: 'integer',
  ratingComment: 'text',
  ratedAt: 'integer',
})

/** SQL after the INSERT of a conversation that may be in the inbox already: what a new holder changes. */
export function onListedAgain({
  hasAssignee,
  hasTeam,
  isOpen,
}: Record<'hasAssignee' | 'hasTeam' | 'isOpen', boolean>): string {
  const set = [
    'state = excluded.state',
    'last_at = excluded.last_at',
    "last_text = CASE excluded.last_text WHEN '' THEN conversations.last_text ELSE excluded.last_text END",
    'snoozed_until = NULL',
    'resolved_at = excluded.resolved_at',
  ]
  if (hasAssignee) set.push('assignee_id = excluded.assignee_id')
  if (hasTeam) set.push('team_id = excluded.team_id')
  set.push(
    isOpen ? 'waiting_since = coalesce(conversations.waiting_since, excluded.waiting_since)' : 'waiting_since = NULL',
  )
  return `ON CONFLICT (session_id, workspace_id) DO UPDATE SET ${set.join(', ')}`
}

/** The same for a conversation whose bot asks for a person. */
export const onAskedAgain = onListedAgain({ hasAssignee: true, hasTeam: true, isOpen: true })
