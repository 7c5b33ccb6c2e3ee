import { momentOf } from '../design/dates.js'
import { t } from '../i18n/i18n.js'
import { authorOf, eventText } from './authors.js'
import type { ConversationEntry, FullConversation } from './conversation.js'
import { noteText } from './note-parts.js'

/** Something that was said, or that happened, in a transcript on paper or in a file. */
export interface WrittenLine {
  at: string
  kind: ConversationEntry['kind'] | 'bot'
  /** Absent for an event. */
  author?: string
  text: string
}

interface WrittenOptions {
  hasNotes: boolean
  /** Names by ids of people whom notes mention. */
  names: ReadonlyMap<string, string>
}

/** The lines of a transcript, in their order. */
export function writtenLines(
  { transcript }: Pick<FullConversation, 'transcript'>,
  { hasNotes, names }: WrittenOptions,
): WrittenLine[] {
  // Only the phone speaks beside a person of the inbox, and without an event.
  let elsewhere: string | null = 'phone'
  return transcript.flatMap((part): WrittenLine[] => {
    if ('turn' in part)
      return part.entries.map((entry) => ({
        at: part.createdAt,
        kind: entry.role === 'user' ? 'visitor' : 'bot',
        author: entry.role === 'user' ? t('Visitor') : t('Bot'),
        text: (entry.type === 'text' ? entry.text : entry[entry.type]) ?? '',
      }))
    const { message } = part
    const { kind, createdAt: at, text, attachedFileUrls = [] } = message
    if (message.to === 'elsewhere') elsewhere = message.authorId
    if (kind === 'event') return [{ at, kind, text: eventText(message) }]
    if (kind === 'note' && !hasNotes) return []
    const said = kind === 'note' ? noteText(text ?? '', names) : (text ?? '')
    return [{ at, kind, author: authorOf(message, elsewhere), text: [said, ...attachedFileUrls].join('\n').trim() }]
  })
}

/** A transcript as the text of a file: a head, and a paragraph for each line. */
export function transcriptFile(head: readonly string[], lines: readonly WrittenLine[]): string {
  const said = lines.map(({ at, author, text }) =>
    author === undefined ? `[${momentOf(at)}] ${text}` : `[${momentOf(at)}] ${author}:\n${text}`,
  )
  return `${[head.join('\n'), ...said].join('\n\n')}\n`
}
