import type { Endpoints } from '@colloquy/api'
import type { ClientAction, Message, ReplyMessage } from '@colloquy/chat'
import type { TurnRow } from '@colloquy/storage'
import type * as z from 'zod'

type Entry = z.input<Endpoints['getTranscript']['response']>['transcript'][number]

/** What was said in a session, from the turns as they were sent. */
export function transcript(turns: readonly TurnRow[]): Entry[] {
  const entries: Entry[] = []
  let isClientResultNext = false
  for (const turn of turns) {
    const request = JSON.parse(turn.request) as { message?: ReplyMessage }
    const answer = JSON.parse(turn.answer) as Answer
    const said = isClientResultNext ? undefined : userEntry(request.message, answer.lastMessageNewFormat)
    if (said) entries.push(said)
    for (const message of answer.messages) {
      const entry = botEntry(message)
      if (entry) entries.push(entry)
    }
    isClientResultNext = answer.clientSideActions?.some((action) => action.expectsDedicatedReply) ?? false
  }
  return entries
}

interface Answer {
  messages: Message[]
  lastMessageNewFormat?: string
  clientSideActions?: ClientAction[]
}

function userEntry(message: ReplyMessage | undefined, formatted: string | undefined): Entry | undefined {
  if (!message || message.type === 'command') return undefined
  if (message.type === 'audio') return { role: 'user', type: 'audio', audio: message.url }
  const attached = 'attachedFileUrls' in message ? message.attachedFileUrls?.join(', ') : undefined
  const text = formatted ?? message.text
  return { role: 'user', type: 'text', text: attached ? `${attached}\n\n${text}` : text }
}

function botEntry(message: Message): Entry | undefined {
  switch (message.type) {
    case 'text':
      return {
        role: 'bot',
        type: 'text',
        text: message.content.type === 'markdown' ? message.content.markdown : message.content.plainText,
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
