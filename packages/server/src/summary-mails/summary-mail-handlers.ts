import { randomBytes } from 'node:crypto'
import { ApiError } from '@colloquy/api'
import type { BotRow, SummaryMail, User } from '@colloquy/storage'
import { stillMay } from '../access/access.js'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { newId } from '../ids.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import { quoted } from '../mail/quoted.js'
import { mailsLinks } from '../mail/send-link.js'
import { sendMail } from '../mail/send-mail.js'
import { nextDue } from '../results/next-due.js'
import type { Needs } from '../service.js'
import { readSpan } from '../summary-page/link-span.js'
import { textsIn } from '../summary-page/texts.js'
import { mailTexts } from './texts.js'

type SummaryMailHandlers = Handlers<'listSummaryMails' | 'createSummaryMail' | 'deleteSummaryMail'>

/** Summary emails require the same permission as making the summary public: see `summaryLinkHandlers`. */
export const summaryMailHandlers: SummaryMailHandlers = {
  async listSummaryMails(service, { bot }) {
    const mails = await service.storage.summaryMails.list(bot.id)
    return { canSend: mailsLinks(service), mails: mails.map(documentOf) }
  },

  async createSummaryMail(service, { caller, body, bot }) {
    const { storage, config } = service
    const link = (await storage.summaryLinks.list(bot.id)).find(({ id }) => id === body.linkId)
    if (!link) throw new ApiError('summary_link_not_found')
    const now = service.now()
    const { email, frequency, language } = body
    const user = await readerOf(service, email, bot)
    const mail: SummaryMail = {
      id: newId(),
      botId: bot.id,
      linkId: link.id,
      authorId: caller.user.id,
      userId: user?.id ?? null,
      email,
      token: randomBytes(16).toString('base64url'),
      frequency,
      language,
      createdAt: now,
      confirmedAt: user ? now : null,
      dueAt: nextDue(frequency, readSpan(link).timeZone, now),
      leasedUntil: 0,
      failedAt: null,
    }
    const outcome = await storage.summaryMails.create(mail, config.limits.summaryMails)
    if (outcome === 'missing') throw new ApiError('summary_link_not_found')
    if (outcome === 'taken') throw new ApiError('summary_mail_exists')
    if (outcome === 'full') throw new LimitExceeded('summaryMails')
    const isMailed = user ? mailsLinks(service) : await askToConfirm(service, mail, bot)
    return { mail: documentOf(mail), isMailed }
  },

  async deleteSummaryMail({ storage }, { params, bot }) {
    if (!(await storage.summaryMails.delete(bot.id, params.mailId))) throw new ApiError('summary_mail_not_found')
    return { message: 'success' }
  },
}

/** Returns the user with this address, if it is verified and the user may read the bot. */
async function readerOf({ storage }: Needs<'storage'>, email: string, bot: BotRow): Promise<User | undefined> {
  const user = await storage.users.findByEmail(email)
  if (!user || user.emailVerifiedAt === null) return undefined
  return (await stillMay(storage, user.id, 'bot.comment', bot)) ? user : undefined
}

/** Returns false when no email could be sent. */
async function askToConfirm(service: Needs<'config' | 'ports'>, mail: SummaryMail, bot: BotRow): Promise<boolean> {
  if (!mailsLinks(service)) return false
  const texts = mailTexts[textsIn([mail.language]).locale]
  const link = `${service.config.publicUrl}/summary-mails/${mail.token}`
  return sendMail(service, {
    to: mail.email,
    subject: texts.confirmSubject,
    text: texts.confirmText(quoted(bot.name), texts.frequencies[mail.frequency], link),
  })
}

const documentOf = (mail: SummaryMail) => ({
  id: mail.id,
  linkId: mail.linkId,
  email: mail.email,
  isMember: mail.userId !== null,
  frequency: mail.frequency,
  isConfirmed: mail.confirmedAt !== null,
  createdAt: timestamp(mail.createdAt),
  nextAt: timestamp(mail.failedAt === null ? mail.dueAt : Math.max(mail.dueAt, mail.leasedUntil)),
  isFailing: mail.failedAt !== null,
})
