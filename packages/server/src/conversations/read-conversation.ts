import { type SaidTurn, type Session, transcriptOf } from '@colloquy/engine'
import type { ConversationMessage, SentState, SessionRow, TurnRow } from '@colloquy/storage'
import { timestamp } from '../http/timestamp.js'
import type { Needs } from '../service.js'
import { saidTurn } from '../turns/said-last.js'
import { messageDocument } from './conversation-document.js'
import { replyLimits } from './reply-limits.js'

/** A conversation as a page of the inbox shows it. */
export async function readConversation(
  service: Needs<'storage' | 'channels' | 'compiledFlows' | 'config'>,
  row: SessionRow,
) {
  const { storage, compiledFlows, config } = service
  const { limits } = config
  const { turns, hasEarlier } = await storage.sessions.latestTurns(row.id, { bytes: limits.transcriptBytes })
  const messages = await storage.conversations.list(row.id, { after: 0, limit: limits.conversationMessages })
  const keys = [...turns, ...messages].flatMap(({ key }) => key ?? [])
  const deliveries = await storage.messaging.listDeliveries(row, keys)
  const session = JSON.parse(row.state) as Session
  const [frame] = session.frames
  const compiledFlow = frame && (await compiledFlows.byId(frame.programId))
  const waits = compiledFlow?.blockById.get(session.currentBlockId ?? '')
  return {
    transcript: inOrder(turns, messages, deliveries),
    hasEarlier,
    replyLimits: await replyLimits(service, row, session),
    variables: (compiledFlow?.variables ?? []).flatMap(({ id, name }) => {
      const value = frame?.variables[id]
      return value === undefined ? [] : { id, name, value }
    }),
    position: waits ? { groupId: waits.group.id, groupTitle: waits.group.title, blockId: waits.block.id } : null,
    groups: (compiledFlow?.groups ?? []).map(({ id, title }) => ({ id, title })),
  }
}

/** Turns, each with the messages that came after it. */
function inOrder(
  turns: readonly TurnRow[],
  messages: readonly ConversationMessage[],
  deliveries: ReadonlyMap<string, SentState>,
) {
  const first = turns[0]?.number ?? 1
  const deliveryOf = (key: string | null) => {
    const delivery = key === null ? undefined : deliveries.get(key)
    return delivery && { delivery }
  }
  const shownMessage = (message: ConversationMessage) => ({
    message: { ...messageDocument(message), ...deliveryOf(message.key) },
  })
  const early = messages.filter(({ afterTurn }) => afterTurn < first).map(shownMessage)
  let previous: SaidTurn | undefined
  const later = turns.flatMap((turn) => {
    const said = saidTurn(turn)
    const entries = transcriptOf([said], previous)
    previous = said
    const entry = { turn: turn.number, entries, createdAt: timestamp(turn.createdAt), ...deliveryOf(turn.key) }
    const shown = entries.length > 0 ? [entry] : []
    return [...shown, ...messages.filter(({ afterTurn }) => afterTurn === turn.number).map(shownMessage)]
  })
  return [...early, ...later]
}
