import type { MailQuota } from '@colloquy/ports/mail'
import type { Owner } from '@colloquy/ports/shares'
import type { Needs } from '../service.js'
import type { EmailText, EmailTexts } from './emails/email-texts.js'
import { emailTextsIn, languagesOf } from './emails/emails.js'
import { emailsComments } from './preferences.js'

declare module '../service.js' {
  interface Service {
    /** Emails about mentions and replies, by recipient. */
    readonly commentMails: MailQuota
  }
}

interface MentionMail {
  owner: Owner
  /** Writes the email in the language of the recipient. */
  write(texts: EmailTexts): EmailText
}

/**
 * Emails a person about a mention or a reply, if they have a verified address, want such emails, and get no more than an hour allows.
 * Returns the reason if the email could not be sent.
 */
export async function sendMention(
  {
    storage,
    config,
    ports,
    metrics,
    commentMails,
    now,
  }: Needs<'storage' | 'config' | 'ports' | 'metrics' | 'commentMails' | 'now'>,
  userId: string,
  { owner, write }: MentionMail,
): Promise<string[]> {
  const account = config.mailAccount
  const user = await storage.users.get(userId)
  if (!account?.from || !user || user.email === null || user.emailVerifiedAt === null || !emailsComments(user))
    return []
  if (commentMails.take(userId, now()) > 0) {
    metrics.limitReached('commentMailsPerHour')
    return []
  }
  const email = write(emailTextsIn(languagesOf(user)))
  const outcome = await ports.mail.send({ owner, from: account.from, to: [user.email], ...email }, account)
  return outcome.kind === 'failed' ? [outcome.reason] : []
}
