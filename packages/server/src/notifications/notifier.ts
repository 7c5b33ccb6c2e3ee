import { createHash } from 'node:crypto'
import { instanceOwner, type WorkspaceSlots } from '@colloquy/ports/shares'
import type {
  BotRow,
  DueNotice,
  NewDelivery,
  NotificationChannel,
  NotificationEvent,
  NotificationRule,
  ResultRow,
  TakenRule,
  User,
} from '@colloquy/storage'
import { notificationDelivery } from '../deliveries/delivery-of.js'
import { writePosition } from '../http/cursor.js'
import { languagesOf } from '../mail/emails/emails.js'
import { mailsLinks } from '../mail/send-link.js'
import { DueWork, type Look } from '../process/due-work.js'
import { nextDue } from '../results/next-due.js'
import type { Needs } from '../service.js'
import { matchingResults, NotSearchable } from './matching-results.js'
import { errorsMail, resultsMail } from './notification-mail.js'
import { reportableBot } from './reportable-bot.js'

declare module '../service.js' {
  interface Service {
    /** Notifies people by their rules. */
    readonly notifier: Notifier
  }
}

/** A notification for the open pages of a person. */
export interface BrowserNotification {
  botId: string
  botName: string
  userId: string
  event: NotificationEvent
  count: number
  /** The result, if it is one. */
  resultId: string | null
}

interface NotifierOptions {
  service: () => Needs<'storage' | 'config' | 'ports' | 'vault' | 'secret' | 'now' | 'notifiedBots' | 'deliverer'>
  notifyBrowsers(notification: BrowserNotification): void
  report(error: unknown): void
}

/** Contents of one notification of a rule. */
interface News {
  rule: TakenRule
  bot: BotRow
  notices: readonly DueNotice[]
  /** Of completed results, those that match; empty for errors. */
  results: readonly ResultRow[]
}

/** Failed: it is tried again. */
type Outcome = { deliveries?: NewDelivery[] } | 'failed'

/**
 * Gives notices of turns to the rules of their bots, and sends notifications that are due. Every process of an instance runs one; a rule is handled
 * by one of them at a time. While no bot of the instance has rules, it asks the storage for nothing.
 */
export class Notifier {
  readonly #options: NotifierOptions
  readonly #work: DueWork<TakenRule>

  constructor(options: NotifierOptions) {
    this.#options = options
    this.#work = new DueWork({
      slots: slotCount,
      maxPause,
      now: () => options.service().now(),
      look: (slots) => this.#look(slots),
      perform: (rule) => this.#send(rule),
      report: options.report,
    })
  }

  /** Sends notifications that are due. Returns at once. */
  soon(): void {
    this.#work.soon()
  }

  /** Waits for the emails in progress. */
  close(): Promise<void> {
    return this.#work.close()
  }

  async #look(slots: WorkspaceSlots): Promise<Look<TakenRule>> {
    const { storage, now, notifiedBots } = this.#options.service()
    if (notifiedBots.isEmpty) return { items: [], nextAt: Number.POSITIVE_INFINITY }
    const time = now()
    const dueAt = (await storage.notifications.nextDueAt()) ?? time + maxPause
    if (dueAt > time) return { items: [], nextAt: dueAt }
    const assigned = dueAt === 0 ? await storage.notifications.assign(maxAssigned, (rule) => dueOf(rule, now())) : 0
    const items = await slots.take(async (_, busy) => {
      const rule = await storage.notifications.take(now(), now() + lease, busy)
      return rule ? [rule] : []
    })
    return { items, nextAt: items.length > 0 || assigned === maxAssigned ? time : time + maxPause }
  }

  async #send(rule: TakenRule): Promise<void> {
    const service = this.#options.service()
    const { storage, now, deliverer } = service
    const bot = await reportableBot(service, rule)
    if (!bot) {
      await storage.notifications.delete(rule.id)
      return
    }
    const outcome = await this.#outcomeOf(rule, bot)
    if (outcome === 'failed') {
      const time = now()
      await storage.notifications.fail(rule, time, time + pauseAfterFailure)
      return
    }
    const { reported, isSent, deliveries } = outcome
    const againAt = dueOf({ ...rule, sentAt: isSent ? now() : rule.sentAt }, now())
    const after = { now: now(), isSent, againAt, ...(deliveries && { deliveries }) }
    if ((await storage.notifications.end(rule, reported, after)) && deliveries) deliverer.soon()
  }

  async #outcomeOf(rule: TakenRule, bot: BotRow) {
    const service = this.#options.service()
    const workspace = await service.storage.workspaces.get(bot.workspaceId)
    if (!workspace || workspace.isSuspended) return 'failed'
    const notices = await service.storage.notifications.due(rule.id, maxAtOnce)
    const results = rule.event === 'completed' ? await this.#matching(bot, rule, notices) : []
    if (results === 'failed') return 'failed'
    if (notices.length === 0 || (rule.event === 'completed' && results.length === 0))
      return { reported: notices, isSent: false }
    const outcome = await this.#ways[rule.channel]({ rule, bot, notices, results })
    return outcome === 'failed' ? outcome : { ...outcome, reported: notices, isSent: true }
  }

  async #matching(bot: BotRow, rule: NotificationRule, notices: readonly DueNotice[]): Promise<ResultRow[] | 'failed'> {
    try {
      return await matchingResults(this.#options.service(), bot, rule, notices)
    } catch (error) {
      if (error instanceof NotSearchable) return 'failed'
      throw error
    }
  }

  readonly #ways: Record<NotificationChannel, (news: News) => Promise<Outcome>> = {
    email: (news) => this.#mail(news),
    browser: async ({ rule, bot, notices, results }) => {
      const count = rule.event === 'completed' ? results.length : notices.reduce((sum, it) => sum + it.count, 0)
      const { botId, userId, event } = rule
      const resultId = notices.length === 1 ? (notices[0]?.resultId ?? null) : null
      this.#options.notifyBrowsers({ botId, botName: bot.name.slice(0, maxName), userId, event, count, resultId })
      return {}
    },
    webhook: async (news) => {
      const { storage, config } = this.#options.service()
      const max = config.limits.waitingDeliveries
      const waiting = await storage.deliveries.waiting(news.bot.workspaceId, max)
      return waiting < max ? { deliveries: this.#calls(news) } : 'failed'
    },
  }

  async #mail({ rule, bot, notices, results }: News): Promise<Outcome> {
    const service = this.#options.service()
    const { config, ports, storage, secret } = service
    const { mailAccount, publicUrl } = config
    const user = await storage.users.get(rule.userId)
    if (!mailAccount?.from || publicUrl === undefined || !mailsLinks(service)) return 'failed'
    if (!user || !hasAddress(user)) return 'failed'
    const stopUrl = `${publicUrl}/notifications/${unsubscribeToken(secret, rule.id)}`
    const recipient = { rule, languages: languagesOf(user), publicUrl, stopUrl, mayRepeat: wasInterrupted(rule) }
    const mail =
      rule.event === 'completed'
        ? await resultsMail(service, bot, results, recipient)
        : errorsMail(bot, notices, recipient)
    // The same for each attempt with the same contents, so that a mailbox can recognize a duplicate, and hides nothing new.
    const messageId = `notification-${rule.id}-${rule.dueAt}-${contentHash(notices)}`
    const sent = await ports.mail.send(
      { owner: instanceOwner, from: mailAccount.from, to: [user.email], messageId, ...mail },
      mailAccount,
    )
    return sent.kind === 'sent' ? {} : 'failed'
  }

  /** One call for each result, and one for all errors. */
  #calls({ rule, bot, notices, results }: News): NewDelivery[] {
    const { vault, now } = this.#options.service()
    const [ruleId, dueAt] = [rule.id, now()]
    const of = { workspaceId: bot.workspaceId, botId: bot.id, dueAt }
    if (rule.event === 'completed')
      return results.map(({ id }) =>
        notificationDelivery(
          { kind: 'notification', ruleId },
          { ...of, resultId: id, key: `${ruleId} ${id} ${rule.dueAt}` },
          vault,
        ),
      )
    const errors = notices.map(({ subject, count, resultId }) => ({ message: subject, count, resultId }))
    const key = `${ruleId} errors ${rule.dueAt}`
    const resultId = notices.at(-1)?.resultId ?? ''
    return [notificationDelivery({ kind: 'notification', ruleId, errors }, { ...of, resultId, key }, vault)]
  }
}

/** Time at which a rule reports something that has just happened: not sooner after the last time than the pause of its kind. */
export function dueOf(
  rule: Pick<NotificationRule, 'event' | 'channel' | 'frequency' | 'timeZone' | 'sentAt'>,
  now: number,
): number {
  const { event, channel, frequency, timeZone, sentAt } = rule
  if (frequency !== 'now') return nextDue(frequency, timeZone, now)
  return Math.max(now, (sentAt ?? 0) + pauses[event][channel])
}

/** True if a process has ended during the last attempt, so that nobody knows whether it sent the email. */
const wasInterrupted = ({ leaseBefore, failedAt }: TakenRule): boolean =>
  leaseBefore > 0 && (failedAt === null || leaseBefore !== failedAt + pauseAfterFailure)

const contentHash = (notices: readonly DueNotice[]): string =>
  createHash('sha256')
    .update(JSON.stringify(notices.map(({ subject, count }) => [subject, count])))
    .digest('hex')
    .slice(0, 16)

const hasAddress = (user: User): user is User & { email: string } =>
  user.email !== null && user.emailVerifiedAt !== null

/** The part of the address that stops a rule. Anyone who has the email may do that. */
export const unsubscribeToken = (secret: string, ruleId: string): string => writePosition(secret, unsubscribing, ruleId)

/** Name of the list whose positions are ids of rules. */
export const unsubscribing = 'unsubscribe'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Shortest time between two notifications of a rule. */
const pauses: Readonly<Record<NotificationEvent, Readonly<Record<NotificationChannel, number>>>> = {
  completed: { email: minute, browser: second, webhook: 0 },
  failed: { email: hour, browser: 10 * minute, webhook: 10 * minute },
}

const slotCount = 6
/** Characters of the name of a bot in a notification of a browser. */
const maxName = 200
const maxAssigned = 200
/** Results or errors of one notification. */
const maxAtOnce = 500
/** Longer than reading results and sending an email take. */
const lease = 5 * minute
const pauseAfterFailure = 5 * minute
/** Milliseconds after which notices that another process left are found. */
const maxPause = 5 * second
