import type { ClientAction, Input, Message, ReplyMessage } from '@colloquy/chat'
import type { TranscriptEntry } from './effect.js'

/** One turn as it was sent: its request and its response. */
export interface SaidTurn {
  message?: ReplyMessage
  /** Words of people who spoke in place of the bot before this turn. */
  people?: string
  /** A text that was streamed before the messages. */
  streamed?: string
  messages: readonly Message[]
  lastMessageNewFormat?: string
  input?: Input
  clientSideActions?: readonly ClientAction[]
}

/**
 * The conversation of a session, from its turns, without results of client actions and invalid replies. `previous`: the turn before the
 * first one, if that is not included.
 */
export function transcriptOf(turns: readonly SaidTurn[], previous?: SaidTurn): TranscriptEntry[] {
  const entries: TranscriptEntry[] = []
  let isClientResult = awaitsClient(previous)
  let asked = previous?.input?.id
  for (const turn of turns) {
    if (turn.people) entries.push({ role: 'bot', type: 'text', text: turn.people })
    const isAskedAgain = asked !== undefined && turn.messages[0]?.id === asked && turn.input?.id === asked
    if (!isAskedAgain) {
      const said = isClientResult ? undefined : userEntry(turn)
      if (said) entries.push(said)
      if (turn.streamed) entries.push({ role: 'bot', type: 'text', text: turn.streamed })
      entries.push(...turn.messages.flatMap((message) => botEntry(message) ?? []))
    }
    isClientResult = awaitsClient(turn)
    asked = turn.input?.id
  }
  return entries
}

/** Content of an entry: its text, or the address of its medium. */
export function entryText(entry: TranscriptEntry): string {
  switch (entry.type) {
    case 'text':
      return entry.text
    case 'image':
      return entry.image
    case 'video':
      return entry.video
    case 'audio':
      return entry.audio
  }
}

function awaitsClient(turn: SaidTurn | undefined): boolean {
  return turn?.clientSideActions?.some((action) => action.expectsDedicatedReply) ?? false
}

function userEntry({ message, lastMessageNewFormat }: SaidTurn): TranscriptEntry | undefined {
  if (!message || message.type === 'command' || message.type === 'no-answer') return undefined
  if (message.type === 'audio') return { role: 'user', type: 'audio', audio: message.url }
  const attached = 'attachedFileUrls' in message ? message.attachedFileUrls?.join(', ') : undefined
  const text = lastMessageNewFormat ?? message.text
  return { role: 'user', type: 'text', text: attached ? `${attached}\n\n${text}` : text }
}

function botEntry(message: Message): TranscriptEntry | undefined {
  switch (message.type) {
    case 'text': {
      const { content } = message
      return { role: 'bot', type: 'text', text: content.type === 'markdown' ? content.markdown : content.plainText }
    }
    case 'image':
      return message.content.url ? { role: 'bot', type: 'image', image: message.content.url } : undefined
    case 'video':
      return message.content.url ? { role: 'bot', type: 'video', video: message.content.url } : undefined
    case 'audio':
      return message.content.url ? { role: 'bot', type: 'audio', audio: message.content.url } : undefined
    default:
      return undefined
  }
}
