import type { Session } from '@colloquy/engine'
import type { SessionRow } from '@colloquy/storage'
import { timestamp } from '../http/timestamp.js'
import type { Needs } from '../service.js'
import { listedChannel } from '../turns/hand-over.js'

const hour = 3_600_000

/** Returns the limits of the channel of a conversation for people who answer; null on web pages. */
export async function replyLimits(
  { storage, channels }: Needs<'storage' | 'channels'>,
  { id }: Pick<SessionRow, 'id'>,
  session: Session,
) {
  const channel = channels.find(({ type }) => type === listedChannel(session))
  const contact = channel && (await storage.messaging.ofSession(id))
  if (!contact) return null
  const { text, replyWindowHours, personReplyWindowHours } = channel.capabilities
  const windowHours = personReplyWindowHours ?? replyWindowHours ?? null
  const { lastMessageAt } = contact
  return {
    channel: channel.label,
    windowHours,
    closesAt: windowHours === null || lastMessageAt === null ? null : timestamp(lastMessageAt + windowHours * hour),
    text: { max: text.max, unit: text.unit },
  }
}
