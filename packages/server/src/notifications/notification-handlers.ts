import { ApiError } from '@colloquy/api'
import type { ListedRule, NotificationRule, RuleChange } from '@colloquy/storage'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { newId } from '../ids.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import { mailsLinks } from '../mail/send-link.js'
import { checkTimeZone } from '../results/time-filter.js'
import { conditionsOf } from './matching-results.js'
import { dueOf } from './notifier.js'
import { webhookSecret } from './webhook-call.js'

type NotificationHandlers = Handlers<
  | 'listNotificationRules'
  | 'createNotificationRule'
  | 'listMyNotificationRules'
  | 'updateNotificationRule'
  | 'deleteNotificationRule'
>

export const notificationHandlers: NotificationHandlers = {
  async listNotificationRules(service, { caller, bot }) {
    const rules = await service.storage.notifications.list(caller.user.id, bot.id)
    const canEmail = mailsLinks(service) && caller.user.email !== null && caller.user.emailVerifiedAt !== null
    return { canEmail, rules: rules.map(documentOf) }
  },

  async createNotificationRule({ storage, config, secret, now }, { caller, body, bot }) {
    const rule: NotificationRule = {
      id: newId(),
      botId: bot.id,
      userId: caller.user.id,
      ...contentOf(body),
      createdAt: now(),
      dueAt: null,
      leasedUntil: 0,
      sentAt: null,
      failedAt: null,
    }
    if (!(await storage.notifications.create(rule, config.limits.notificationRules)))
      throw new LimitExceeded('notificationRules')
    return { rule: documentOf(rule), secret: rule.channel === 'webhook' ? webhookSecret(secret, rule.id) : null }
  },

  async listMyNotificationRules({ storage }, { caller }) {
    const rules = await storage.notifications.listAll(caller.user.id)
    return { rules: rules.map((rule: ListedRule) => ({ ...documentOf(rule), botName: rule.botName })) }
  },

  async updateNotificationRule({ storage, secret, now, notifier }, { caller, params, body }) {
    const { ruleId } = params
    const before = await storage.notifications.get(ruleId)
    const dueAt = (rule: NotificationRule) => dueOf(rule, now())
    const rule = await storage.notifications.update(ruleId, caller.user.id, contentOf(body), dueAt)
    if (!rule || !before) throw new ApiError('notification_rule_not_found')
    notifier.soon()
    const isNewWebhook = rule.channel === 'webhook' && before.channel !== 'webhook'
    return { rule: documentOf(rule), secret: isNewWebhook ? webhookSecret(secret, rule.id) : null }
  },

  async deleteNotificationRule({ storage }, { caller, params }) {
    if (!(await storage.notifications.delete(params.ruleId, caller.user.id)))
      throw new ApiError('notification_rule_not_found')
    return { message: 'success' }
  },
}

/** Throws if the time zone is unknown. */
function contentOf({ event, channel, frequency, timeZone, filters, url }: RuleBody): RuleChange {
  checkTimeZone(timeZone)
  const filter = filters.length > 0 ? JSON.stringify(filters) : null
  return { event, channel, frequency, timeZone, filter, url: url ?? null }
}

type RuleBody = Parameters<NotificationHandlers['updateNotificationRule']>[1]['body']

const documentOf = (rule: NotificationRule) => ({
  id: rule.id,
  botId: rule.botId,
  event: rule.event,
  channel: rule.channel,
  frequency: rule.frequency,
  timeZone: rule.timeZone,
  filters: conditionsOf(rule),
  url: rule.url,
  createdAt: timestamp(rule.createdAt),
  sentAt: rule.sentAt === null ? null : timestamp(rule.sentAt),
  nextAt: rule.dueAt === null ? null : timestamp(Math.max(rule.dueAt, rule.failedAt === null ? 0 : rule.leasedUntil)),
  isFailing: rule.failedAt !== null,
})
