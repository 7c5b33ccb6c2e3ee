import type { ChannelDefinition, CopiedMessage } from '@colloquy/channels'
import { type ShownTurn, stepsOfTurn } from '@colloquy/engine'
import type { ConversationMessage } from '@colloquy/storage'
import type { Needs } from '../service.js'
import type { Chat } from './open-chat.js'

/** The last turns, and messages of people, that are compared. */
const compared = 5
/** Bytes of turns that are read for it. */
const maxBytes = 200_000
/** The newest messages of the inbox that are read for it: those of visitors and notes, too. */
const maxMessages = 50

/**
 * True for a copy of a message that we have sent: some providers report those, too. Recognized by its text, or its kind of file, among those
 * of the last turns and people of the inbox.
 */
export async function isSaidByBot(
  { storage }: Needs<'storage'>,
  { row, compiledFlow: { settings } }: Chat,
  { capabilities }: ChannelDefinition,
  { text, media }: Pick<CopiedMessage, 'text' | 'media'>,
): Promise<boolean> {
  const { turns } = await storage.sessions.latestTurns(row.id, { bytes: maxBytes })
  const selectLabel = settings.general?.systemMessages?.messagingPictureChoiceSelectLabel
  const messages = turns.slice(-compared).flatMap(({ answer }) => {
    const { steps } = stepsOfTurn(JSON.parse(answer) as ShownTurn, {
      capabilities,
      typing: { enabled: false },
      selectLabel,
      isFirst: false,
    })
    return steps.flatMap((step) => (step.kind === 'send' ? step.message : []))
  })
  if (messages.some((message) => ('text' in message ? message.text === text : message.type === media))) return true
  const said = await storage.conversations.latest(row.id, maxMessages)
  return said
    .filter(({ kind, authorId }) => kind === 'person' && authorId !== null)
    .slice(-compared)
    .some((message) => textsOf(message).includes(text))
}

/** The text of a message of the inbox, as channels get it. */
function textsOf({ content }: ConversationMessage): string[] {
  const { text = '', attachedFileUrls = [] } = JSON.parse(content) as { text?: string; attachedFileUrls?: string[] }
  return [text, [text, ...attachedFileUrls].join('\n\n')]
}
