import type { BotComment, BotRow, User } from '@colloquy/storage'
import { stillMay } from '../access/access.js'
import { quoted, quotedLines } from '../mail/quoted.js'
import { sendMention } from '../mail/send-mention.js'
import { withNames } from '../people/references.js'
import type { Needs } from '../service.js'

type Parts = Needs<'storage' | 'config' | 'ports' | 'metrics' | 'commentMails' | 'now'>

interface Written {
  comment: BotComment
  bot: BotRow
  author: User
  /** Names of the mentioned people, by id. */
  mentioned: ReadonlyMap<string, string>
}

/**
 * Emails a comment to the people whom it mentions, and a reply to those who wrote in its thread: if they can still read the bot, have a
 * verified address and want such emails. Does nothing without a mail server. Throws if an email could not be sent, after all others.
 */
export async function sendCommentMails(service: Parts, written: Written): Promise<void> {
  if (!service.config.mailAccount?.from) return
  const { comment, mentioned, author } = written
  const { botId, threadId, id } = comment
  const writers = id === threadId ? [] : await service.storage.botComments.authors(botId, { threadId, max: maxWriters })
  const recipients = new Set([...mentioned.keys(), ...writers])
  recipients.delete(author.id)
  const failures: string[] = []
  for (const recipient of recipients) failures.push(...(await sendTo(service, recipient, written)))
  if (failures.length > 0) throw new Error(`${failures.length} emails were not sent: ${failures[0]}`)
}

/** Returns the reason if the email could not be sent. */
async function sendTo(service: Parts, userId: string, { comment, bot, author, mentioned }: Written): Promise<string[]> {
  const { storage, config } = service
  if (!(await stillMay(storage, userId, 'bot.comment', bot))) return []
  return sendMention(service, userId, {
    owner: { workspaceId: bot.workspaceId, botId: bot.id },
    write: (texts) =>
      texts.comment({
        isMention: mentioned.has(userId),
        author: quoted(author.name || 'Somebody'),
        bot: quoted(bot.name),
        text: quotedLines(withNames(comment.text, mentioned)),
        link: config.publicUrl === undefined ? undefined : `${config.publicUrl}${addressOf(comment)}`,
      }),
  })
}

/** The page of the bot with its comments on the group or block. */
function addressOf({ botId, groupId, blockId }: BotComment): string {
  const link = [groupId, ...(blockId === null ? [] : [blockId])].map(encodeURIComponent).join('/')
  return `/bots/${botId}?panel=comments#/${link}`
}

/** Maximum number of people, those who wrote last, who get a reply. */
const maxWriters = 50
