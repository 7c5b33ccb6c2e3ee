import type { ConversationMessage, SessionRow } from '@colloquy/storage'
import type { Needs } from '../service.js'
import { holdOf } from '../sessions/hold.js'
import { contentOf } from './conversation-document.js'

/** Characters of what people have said that models get: the end of it. */
const maxCharacters = 4_000

/** One entry for models of what people and the visitor have said since somebody took the conversation; undefined if nobody has said anything. */
export async function peopleEntry(
  { storage, config: { limits }, now }: Needs<'storage' | 'config' | 'now'>,
  row: Pick<SessionRow, 'id' | 'held' | 'version'>,
): Promise<string | undefined> {
  const hold = holdOf(row)
  if (!hold) return undefined
  const stored = await storage.conversations.list(row.id, { after: 0, limit: limits.conversationMessages })
  const said = stored.filter(({ kind, afterTurn }) => kind !== 'event' && kind !== 'note' && afterTurn === row.version)
  const [first] = said
  if (!first) return undefined
  const names = [
    ...new Set(said.flatMap(({ kind, authorName }) => (kind === 'person' && authorName ? authorName : []))),
  ]
  const who = names.length > 0 ? `A person (${names.join(', ')})` : 'A person'
  const from = Math.min(first.createdAt, hold.since)
  const head = `${who} answered in your place from ${minuteOf(from)} to ${minuteOf(now())} UTC. You speak again now.`
  return `${head}\n${said.map(line).join('\n').slice(-maxCharacters)}`
}

function line(message: ConversationMessage): string {
  const { text, url, attachedFileUrls = [] } = contentOf(message)
  const who = message.kind === 'visitor' ? 'User' : (message.authorName ?? 'Person')
  return `${who}: ${[text ?? url ?? '', ...attachedFileUrls].join(' ')}`
}

const minuteOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
