import type { CompiledFlow, Session } from '@colloquy/engine'
import { channelSettingsOf } from '@colloquy/flow'
import type { ContactKey, LeasedContact, SessionRow } from '@colloquy/storage'
import type { Needs } from '../service.js'

/** A chat that is or was in progress, as far as this channel needs it. */
export interface Chat {
  row: SessionRow
  session: Session
  /** Compiled flow of the bot that the chat began with. */
  compiledFlow: CompiledFlow
  /** Type of the block that waits, in the bot that is running now. */
  awaitedType: string | undefined
  /** Before its session was read, by `performance.now()`. */
  readAt: number
}

export async function openChat(
  service: Needs<'storage' | 'compiledFlows' | 'sessionCache'>,
  sessionId: string,
): Promise<Chat | undefined> {
  const readAt = performance.now()
  const row = await service.storage.sessions.get(sessionId)
  if (!row) return undefined
  const session = service.sessionCache.read(row)
  const compiledFlow = await service.compiledFlows.byId(session.frames.at(-1)?.programId ?? '')
  const running = await service.compiledFlows.byId(session.frames[0]?.programId ?? '')
  const awaitedType = running?.blockById.get(session.currentBlockId ?? '')?.block.type
  return compiledFlow && { row, session, compiledFlow, awaitedType, readAt }
}

/** Hours for which a chat continues after its last message. */
const usualHours = 4

/** Returns the chat that a message received at this time continues; undefined when it starts a new one. */
export async function chatUnderWay(
  service: Needs<'storage' | 'compiledFlows' | 'sessionCache' | 'now'>,
  { sessionId, sessionEndsAt }: LeasedContact,
  at: number,
): Promise<Chat | undefined> {
  if (sessionId === null || (sessionEndsAt ?? 0) <= at) return undefined
  const chat = await openChat(service, sessionId)
  return chat && !chat.session.ended && chat.row.expiresAt > service.now() ? chat : undefined
}

/** Returns when a message starts a new chat, if none arrives until then. Previews continue for as long as their session lasts. */
export function chatEnd(
  { compiledFlow, session, row }: Chat,
  { credentialsId }: Pick<ContactKey, 'credentialsId'>,
  now: number,
): number {
  if (session.mode === 'preview') return row.expiresAt
  const { sessionExpiryTimeout = usualHours } = channelSettingsOf(compiledFlow.settings, credentialsId)
  return now + sessionExpiryTimeout * 3_600_000
}
