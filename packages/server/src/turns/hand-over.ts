import type { SaidTurn, Session, Turn } from '@colloquy/engine'
import {
  type Conversation,
  type ConversationMessage,
  type Hold,
  notRated,
  type SessionRow,
  type TurnCommit,
} from '@colloquy/storage'
import { saidLast } from './said-last.js'

type Owner = Pick<SessionRow, 'id' | 'workspaceId' | 'botId' | 'held'>

/** The rows that a turn stores whose bot asks for a person: nobody speaks in the conversation until somebody takes it from the inbox. */
export function handOverOf(
  { id, workspaceId, botId }: Owner,
  version: number,
  { handOver, session }: { handOver: NonNullable<Turn['handOver']>; session: Session },
  { said, now }: { said: SaidTurn; now: number },
): { held: string; commit: NonNullable<TurnCommit['handOver']> } {
  const why = 'asked'
  const common = { sessionId: id, workspaceId, authorId: null, authorName: null, key: null, afterTurn: version }
  const event = { from: 'bot', to: 'queue', why }
  const texts: [ConversationMessage['kind'], object][] = [['event', event]]
  if (handOver.note !== undefined) texts.push(['note', { text: handOver.note }])
  const messages = texts.map(([kind, content], index) => ({
    ...common,
    number: index + 1,
    kind,
    content: JSON.stringify(content),
    createdAt: now,
  }))
  const conversation: Conversation = {
    sessionId: id,
    workspaceId,
    botId,
    channel: listedChannel(session),
    state: 'open',
    assigneeId: null,
    teamId: handOver.teamId ?? null,
    lastText: saidLast(said) ?? '',
    lastAt: now,
    waitingSince: now,
    snoozedUntil: null,
    openedAt: now,
    firstResponseAt: null,
    resolvedAt: null,
    ...notRated,
  }
  const hold: Hold = { by: 'queue', since: now, why, isAsked: true }
  return { held: JSON.stringify(hold), commit: { messages, conversation } }
}

/** The channel of a conversation as the inbox lists it. */
export const listedChannel = ({ channel, messaging }: Session): string =>
  channel === 'messaging' ? (messaging?.channel ?? channel) : channel
