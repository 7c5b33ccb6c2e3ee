import type { PagePeople } from '@colloquy/chat'
import type { SessionRow } from '@colloquy/storage'
import { contentOf, messageDocument } from '../conversations/conversation-document.js'
import { mayRate } from '../conversations/rating-handlers.js'
import type { Needs } from '../service.js'
import { holdOf } from '../sessions/hold.js'

/** People in a conversation, and the number of the last message beside its turns; undefined if only the bot has spoken. */
export async function pagePeople(
  { storage, config: { limits } }: Needs<'storage' | 'config'>,
  row: SessionRow,
  after = 0,
): Promise<(Omit<PagePeople, 'newsUrl'> & { last: number }) | undefined> {
  const stored = await storage.conversations.list(row.id, { after, limit: limits.conversationMessages })
  const hold = holdOf(row)
  if (stored.length === 0 && !hold) return undefined
  const events = stored.filter(({ kind }) => kind !== 'note')
  const messages = events.flatMap((message) => {
    if (message.kind !== 'visitor' && message.kind !== 'person') return []
    const { number, name, text, attachedFileUrls } = messageDocument(message)
    return [
      {
        number,
        kind: message.kind,
        name,
        text,
        ...(attachedFileUrls && { attachedFileUrls }),
        afterTurn: message.afterTurn,
      },
    ]
  })
  const last = events.at(-1)
  const isResolved = last?.kind === 'event' && contentOf(last).to === 'resolved'
  const conversation = isResolved ? await storage.conversations.get(row.workspaceId, row.id) : undefined
  return {
    messages,
    heldBy: hold ? { by: hold.by, name: hold.name ?? null } : null,
    isResolved,
    mayRate: mayRate(conversation),
    last: stored.at(-1)?.number ?? after,
  }
}
