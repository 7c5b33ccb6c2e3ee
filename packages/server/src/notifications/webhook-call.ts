import { createHmac } from 'node:crypto'
import type { Delivery, NotificationRule } from '@colloquy/storage'
import type { Deliverable, NotificationCall } from '../deliveries/delivery-of.js'
import { timestamp } from '../http/timestamp.js'
import { resultDocument } from '../results/result-document.js'
import type { Needs } from '../service.js'
import { reportableBot } from './reportable-bot.js'

/**
 * Returns the request that calls the webhook of a rule, signed as https://www.standardwebhooks.com describes; undefined if the rule or the
 * result is gone, or its person may no longer read results.
 */
export async function webhookCall(
  service: Needs<'storage' | 'secret' | 'now'>,
  call: NotificationCall,
  { id, resultId, workspaceId }: Pick<Delivery, 'id' | 'resultId' | 'workspaceId'>,
): Promise<Extract<Deliverable, { kind: 'http' }> | undefined> {
  const { storage, secret, now } = service
  const rule = await storage.notifications.get(call.ruleId)
  const bot = rule && (await reportableBot(service, rule))
  if (!rule || !bot || rule.url === null) return undefined
  const of = { botId: bot.id, botName: bot.name }
  const time = now()
  const body = await contentOf()
  if (!body) return undefined
  const text = JSON.stringify({ timestamp: timestamp(time), ...body })
  return { kind: 'http', request: { ...signed(rule, secret, { id, time, text }), timeoutSeconds } }

  async function contentOf() {
    if (call.errors) return { type: 'bot.failed', data: { ...of, errors: call.errors } }
    const result = await storage.results.get(workspaceId, of.botId, resultId)
    if (!result || result.isDeleted) return undefined
    const answers = await storage.results.shortAnswers(resultId, maxAnswer)
    return { type: 'result.completed', data: { ...of, result: resultDocument(result, answers, 'read') } }
  }
}

function signed(
  { id: ruleId, url }: NotificationRule,
  secret: string,
  { id, time, text }: { id: string; time: number; text: string },
) {
  const seconds = Math.floor(time / 1000)
  const key = webhookKey(secret, ruleId)
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${text}`).digest('base64')
  const headers: [string, string][] = [
    ['content-type', 'application/json'],
    ['webhook-id', id],
    ['webhook-timestamp', String(seconds)],
    ['webhook-signature', `v1,${signature}`],
  ]
  return { url: url ?? '', method: 'POST', headers, body: text }
}

/** The secret of a webhook as its receiver configures it: the key in base64, behind the prefix of Standard Webhooks. */
export const webhookSecret = (secret: string, ruleId: string): string =>
  `whsec_${webhookKey(secret, ruleId).toString('base64')}`

/** Derived, so that no secret is stored. */
const webhookKey = (secret: string, ruleId: string): Buffer =>
  createHmac('sha256', secret).update(`notification webhook\0${ruleId}`).digest()

const timeoutSeconds = 20
/** Characters of one answer. */
const maxAnswer = 10_000
