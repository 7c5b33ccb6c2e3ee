import { instanceOwner, WorkspaceSlots } from '@colloquy/ports/shares'
import type { BotRow, SummaryLink, SummaryMail } from '@colloquy/storage'
import type { FastifyInstance } from 'fastify'
import { stillMay } from '../access/access.js'
import { languagesOf } from '../mail/emails/emails.js'
import { mailsLinks } from '../mail/send-link.js'
import { nextDue } from '../results/next-due.js'
import type { Needs } from '../service.js'
import { readSpan } from '../summary-page/link-span.js'
import { sharedBot, sharedSummary } from '../summary-page/shared-summary.js'
import { summaryEmail } from './email.js'

/**
 * Sends due summaries while the service is running. Each is sent by one process only. Returns a function that checks for
 * due ones immediately.
 */
export function sendSummaries(
  app: FastifyInstance,
  service: Needs<'storage' | 'config' | 'metrics' | 'ports' | 'now'>,
): () => Promise<void> {
  let running: Promise<void> | undefined
  let isClosing = false
  const run = () => {
    running ??= sendDueSummaries(service, () => isClosing)
      .catch((error: unknown) => app.log.error({ err: error }, 'emailing summaries failed'))
      .finally(() => {
        running = undefined
      })
    return running
  }
  const timer = setInterval(run, timeBetweenChecks).unref()
  app.addHook('onReady', async () => void run())
  app.addHook('onClose', async () => {
    isClosing = true
    clearInterval(timer)
    await running
  })
  return run
}

/** Sends everything that is due now, a few emails at once. Workspaces take turns. Rejects with the first failure after all others are done. */
async function sendDueSummaries(
  service: Needs<'storage' | 'config' | 'metrics' | 'ports' | 'now'>,
  isClosing: () => boolean,
): Promise<void> {
  const { storage, now } = service
  if (!mailsLinks(service)) return
  const slots = new WorkspaceSlots(slotCount)
  const active = new Set<Promise<void>>()
  const failures: unknown[] = []
  const takeOne = async (_: number, except: string[]) => {
    const mail = await storage.summaryMails.take(now(), now() + lease, except)
    return mail ? [mail] : []
  }
  for (let begun = 0; begun < maxPerRound && !isClosing(); ) {
    const [mail] = await slots.take(takeOne)
    if (mail) {
      begun += 1
      const { workspaceId, ...row } = mail
      const leave = slots.enter(workspaceId)
      const running = sendOne(service, row)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => {
          leave()
          active.delete(running)
        })
      active.add(running)
    } else if (active.size === 0) break
    else await Promise.race(active)
  }
  await Promise.all(active)
  if (failures.length > 0) throw failures[0]
}

async function sendOne(
  service: Needs<'storage' | 'config' | 'metrics' | 'ports' | 'now'>,
  mail: SummaryMail,
): Promise<void> {
  const { storage, now } = service
  const link = (await storage.summaryLinks.list(mail.botId)).find(({ id }) => id === mail.linkId)
  const bot = link && (await sharedBot(service, link))
  const recipient = bot && (await recipientOf(service, mail, bot))
  const isExpired = link?.expiresAt != null && link.expiresAt <= now()
  if (recipient === 'none' || isExpired) {
    await storage.summaryMails.delete(mail.botId, mail.id)
    return
  }
  const next = nextDue(mail.frequency, link ? readSpan(link).timeZone : 'UTC', now())
  // A bot that is currently hidden may be shown again: nothing is sent, and nothing is lost.
  const isSent = !link || !recipient || (await deliver(service, mail, link, bot, recipient))
  const isGivenUp = now() - mail.dueAt > maxDelay
  await storage.summaryMails.end(mail, {
    dueAt: isSent || isGivenUp ? next : mail.dueAt,
    leasedUntil: isSent || isGivenUp ? 0 : now() + pause,
    failedAt: isSent ? null : now(),
  })
}

interface Recipient {
  address: string
  languages: string[]
}

/** Returns `none` when the recipient may no longer read the bot, or the person who added them may no longer change it. */
async function recipientOf({ storage }: Needs<'storage'>, mail: SummaryMail, bot: BotRow): Promise<Recipient | 'none'> {
  if (mail.authorId !== null && !(await stillMay(storage, mail.authorId, 'results.share', bot))) return 'none'
  if (mail.userId === null) return { address: mail.email, languages: [mail.language] }
  const user = await storage.users.get(mail.userId)
  if (!user || user.email === null || user.emailVerifiedAt === null) return 'none'
  if (!(await stillMay(storage, user.id, 'bot.comment', bot))) return 'none'
  return { address: user.email, languages: [...languagesOf(user), mail.language] }
}

async function deliver(
  service: Needs<'storage' | 'config' | 'metrics' | 'ports' | 'now'>,
  mail: SummaryMail,
  link: SummaryLink,
  bot: BotRow,
  { address, languages }: Recipient,
): Promise<boolean> {
  const { config, ports } = service
  const { mailAccount, publicUrl } = config
  const summary = await sharedSummary(service, link, bot)
  if (!mailAccount?.from || !summary) return false
  const email = summaryEmail({
    languages,
    name: bot.name,
    span: readSpan(link),
    summary,
    url: `${publicUrl}/s/${link.token}`,
    stopUrl: `${publicUrl}/summary-mails/${mail.token}`,
  })
  // The same for each attempt, so that a mailbox can recognize a duplicate.
  const messageId = `summary-${mail.id}-${mail.dueAt}`
  const outcome = await ports.mail.send(
    { owner: instanceOwner, from: mailAccount.from, to: [address], messageId, ...email },
    mailAccount,
  )
  return outcome.kind === 'sent'
}

/** Interval of the checks for due summaries, which are sent at about eight in the morning. */
const timeBetweenChecks = 60_000
const maxPerRound = 200
/** Emails that are sent at the same time; each has 20 s. */
const slotCount = 6
/** Longer than a summary and its email take. */
const lease = 600_000
/** Wait after a failed attempt. */
const pause = 900_000
/** Delay after which a summary is skipped in favor of the next. */
const maxDelay = 43_200_000
