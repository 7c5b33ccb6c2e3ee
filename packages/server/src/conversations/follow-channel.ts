import { ApiError } from '@colloquy/api'
import type { ChannelDefinition, CopiedMessage, OwnershipEvent } from '@colloquy/channels'
import type { LeasedContact, NewConversationMessage } from '@colloquy/storage'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import { type Chat, chatUnderWay } from '../messaging/open-chat.js'
import { isSaidByBot } from '../messaging/said-by-bot.js'
import type { Service } from '../service.js'
import { holdOf } from '../sessions/hold.js'
import { sessionEnd } from '../turns/commit.js'
import { hold } from './change-holder.js'
import { returnToBot } from './hand-back-at.js'

/** The names of the one who answers on the phone, and of the apps to which the channel routes conversations. */
const phone = { by: 'elsewhere', who: 'phone', why: 'phone' } as const
const otherApp = { by: 'elsewhere', who: 'channel', why: 'channel' } as const

/** Times of channels are whole seconds. */
const precision = 1_000

interface Following {
  service: Service
  chat: Chat
  channel: ChannelDefinition
  publicUrl: string
}

/**
 * Follows what a channel reports about the conversation of a contact, if one is running. Events that are older than the last hand-back or
 * take-over change nothing but the transcript.
 */
export async function followChannel(
  service: Service,
  contact: LeasedContact,
  event: OwnershipEvent,
  { channel, publicUrl }: Pick<Following, 'channel' | 'publicUrl'>,
): Promise<void> {
  const chat = await chatUnderWay(service, contact, service.now())
  if (!chat || chat.row.releaseId === null) return
  try {
    await follow({ service, chat, channel, publicUrl }, event)
  } catch (error) {
    // It has ended meanwhile.
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
}

function follow(following: Following, event: OwnershipEvent): Promise<void> {
  const { service, chat, publicUrl } = following
  const { id: sessionId } = chat.row
  switch (event.kind) {
    case 'echo':
      return noteEcho(following, event)
    case 'standby':
      return noteCopy(following, event)
    case 'taken':
      return takeFor(otherApp, following, event)
    case 'passed': {
      const current = holdOf(chat.row)
      const isOurs = current?.by !== otherApp.by || current.who !== otherApp.who
      if (isOurs || isOlder(event, current.since)) return Promise.resolve()
      return returnToBot(service, sessionId, { who: otherApp.who, why: otherApp.why, publicUrl })
    }
  }
}

/** The owner has answered on the phone. A person who answers in the inbox keeps the conversation. */
async function noteEcho(following: Following, event: CopiedMessage): Promise<void> {
  if (await isKnown(following, event)) return
  if (holdOf(following.chat.row)?.by !== 'person') await takeFor(phone, following, event)
  await add(following, 'person', event)
}

/** Another app has the conversation, and it or the contact said something. */
async function noteCopy(following: Following, event: Extract<OwnershipEvent, { kind: 'standby' }>): Promise<void> {
  if (await isKnown(following, event)) return
  await takeFor(otherApp, following, event)
  await add(following, event.by === 'contact' ? 'visitor' : 'person', event)
}

async function takeFor(
  by: typeof phone | typeof otherApp,
  { service, chat: { row, session } }: Following,
  event: Pick<CopiedMessage, 'at'>,
): Promise<void> {
  if (!isOlder(event, session.returnedAt ?? 0)) await hold(service, row.id, by)
}

const isOlder = ({ at }: Pick<CopiedMessage, 'at'>, than: number): boolean => at > 0 && at + precision <= than

/** True for a message that is stored already, or that we have sent ourselves. */
async function isKnown({ service, chat, channel }: Following, event: CopiedMessage): Promise<boolean> {
  if (await service.storage.conversations.byKey(chat.row.id, event.id)) return true
  return isSaidByBot(service, chat, channel, event)
}

async function add(
  { service, chat: { row } }: Following,
  kind: 'visitor' | 'person',
  { id, text, media }: CopiedMessage,
): Promise<void> {
  const { limits } = service.config
  const now = service.now()
  const words = text === '' && media ? `[${media}]` : text
  const message: NewConversationMessage = {
    sessionId: row.id,
    workspaceId: row.workspaceId,
    kind,
    authorId: null,
    authorName: null,
    content: JSON.stringify(kind === 'visitor' ? { type: 'text', text: words } : { text: words }),
    key: id,
    createdAt: now,
  }
  const options = { max: limits.conversationMessages, expiresAt: sessionEnd(now, limits.sessionHours) }
  const { conversations } = service.storage
  // The bot may speak again by now; what was said stays said.
  const outcome =
    (await conversations.add(message, options)) ?? (await conversations.add(message, { ...options, isLate: true }))
  if (outcome === 'full') throw new LimitExceeded('conversationMessages')
}
