import { hasInboxBots, roleCan } from '@colloquy/permissions'
import type { Member, SessionRow, User } from '@colloquy/storage'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import { quoted, quotedLines } from '../mail/quoted.js'
import { sendMention } from '../mail/send-mention.js'
import { mentionedIn, withNames } from '../people/references.js'
import type { Needs } from '../service.js'

type Conversation = Pick<SessionRow, 'id' | 'workspaceId' | 'botId'>

/**
 * Returns the people whom a note mentions: those who see the conversations of its bot. Other references stay text. Throws a `LimitExceeded`
 * if they are too many.
 */
export async function mentionedInNote(
  { storage, config }: Needs<'storage' | 'config'>,
  { workspaceId, botId }: Conversation,
  text: string,
): Promise<Member[]> {
  const ids = mentionedIn(text)
  if (ids.length === 0) return []
  const max = config.limits.mentionsPerComment
  if (ids.length > max) {
    const message = `The note mentions ${ids.length} people, and may mention ${max}. Mention fewer.`
    throw new LimitExceeded('mentionsPerComment', { message })
  }
  const members = await storage.members.list(workspaceId)
  return members.filter((member) => ids.includes(member.userId) && seesConversations(member, botId))
}

const seesConversations = ({ role, inboxBots }: Member, botId: string): boolean =>
  roleCan(role, 'inbox.use') && (!hasInboxBots(role) || (inboxBots?.includes(botId) ?? true))

type NotifyParts = Needs<'storage' | 'config' | 'ports' | 'metrics' | 'commentMails' | 'conversationFeeds' | 'now'>

interface MentioningNote {
  conversation: Conversation
  author: User
  text: string
  mentioned: readonly Member[]
}

/**
 * Notifies the people whom a note mentions: the inboxes that they have open, and by email those who want emails about mentions. Throws if
 * an email could not be sent, after all others.
 */
export async function notifyMentioned(service: NotifyParts, note: MentioningNote): Promise<void> {
  const { conversation, author } = note
  const others = note.mentioned.filter(({ userId }) => userId !== author.id)
  if (others.length === 0) return
  const { id: sessionId, workspaceId, botId } = conversation
  const userIds = others.map(({ userId }) => userId)
  await service.conversationFeeds.noteMention({ sessionId, workspaceId, botId, userIds, name: author.name })
  const failures: string[] = []
  for (const userId of userIds) failures.push(...(await sendTo(service, userId, note)))
  if (failures.length > 0) throw new Error(`${failures.length} emails were not sent: ${failures[0]}`)
}

/** Returns the reason if the email could not be sent. */
async function sendTo(
  service: NotifyParts,
  userId: string,
  { conversation: { id, workspaceId, botId }, author, text, mentioned }: MentioningNote,
): Promise<string[]> {
  const { publicUrl } = service.config
  const bot = await service.storage.bots.findSummary(botId)
  if (!bot) return []
  const names = new Map(mentioned.map(({ userId, user }) => [userId, user.name || 'Somebody']))
  return sendMention(service, userId, {
    owner: { workspaceId, botId },
    write: (texts) =>
      texts.noteMention({
        author: quoted(author.name || 'Somebody'),
        bot: quoted(bot.name),
        text: quotedLines(withNames(text, names)),
        link: publicUrl === undefined ? undefined : `${publicUrl}/workspaces/${workspaceId}/inbox/mentioned/${id}`,
      }),
  })
}
