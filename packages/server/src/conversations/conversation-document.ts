import type { ConversationMessage, InboxConversation, SessionRow } from '@colloquy/storage'
import { timestamp } from '../http/timestamp.js'
import { holdOf } from '../sessions/hold.js'

const timestampOrNull = (at: number | null) => (at === null ? null : timestamp(at))

/** A conversation as the API shows it. */
export function conversationDocument({ workspaceId: _, ...conversation }: InboxConversation) {
  return {
    ...conversation,
    lastAt: timestamp(conversation.lastAt),
    waitingSince: timestampOrNull(conversation.waitingSince),
    snoozedUntil: timestampOrNull(conversation.snoozedUntil),
    openedAt: timestamp(conversation.openedAt),
    firstResponseAt: timestampOrNull(conversation.firstResponseAt),
    resolvedAt: timestampOrNull(conversation.resolvedAt),
    ratedAt: timestampOrNull(conversation.ratedAt),
  }
}

/** The one that speaks in a conversation. */
export function holderDocument(row: Pick<SessionRow, 'held'>) {
  const hold = holdOf(row)
  return {
    by: hold?.by ?? ('bot' as const),
    who: hold?.who ?? null,
    name: hold?.name ?? null,
    since: hold ? timestamp(hold.since) : null,
    why: hold?.why ?? null,
  }
}

/** Content of a message of a visitor or a person, or of an event. */
interface Content {
  text?: string
  url?: string
  attachedFileUrls?: string[]
  to?: 'bot' | 'queue' | 'person' | 'elsewhere' | 'closed' | 'resolved'
  turnKey?: string
}

export const contentOf = ({ content }: ConversationMessage): Content => JSON.parse(content) ?? {}

export function messageDocument(message: ConversationMessage) {
  const { number, kind, authorId, authorName, createdAt } = message
  const { text, url, attachedFileUrls, to } = contentOf(message)
  return {
    number,
    kind,
    authorId,
    name: authorName,
    text: text ?? url ?? null,
    ...(attachedFileUrls && { attachedFileUrls }),
    ...(to && { to }),
    createdAt: timestamp(createdAt),
  }
}
