import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readPosition } from '../http/cursor.js'
import type { Operations } from '../http/operations.js'
import { visitorLanguages } from '../http/visitor-languages.js'
import { notificationTextsIn } from '../mail/emails/notification-texts.js'
import { quoted } from '../mail/quoted.js'
import { unsubscribing } from '../notifications/notifier.js'
import type { Needs } from '../service.js'
import { sendActionPage } from '../summary-page/send-action-page.js'

interface Visit {
  Params: { token: string }
}

/**
 * The page at `/notifications/{token}`, which emails link to. It stops them by a click, since programs that scan the links of emails open
 * addresses. Mail programs stop them by a POST to the same address (RFC 8058). Nobody needs to be signed in: the address is signed.
 */
export function registerUnsubscribePage(
  app: FastifyInstance,
  service: Needs<'storage' | 'secret'>,
  operations: Operations,
): void {
  const { storage, secret } = service
  app.get<Visit>('/notifications/:token', { config: { isPage: true } }, async (request, reply) => {
    operations.countPage(request)
    const { locale, texts } = notificationTextsIn(visitorLanguages(request))
    const rule = await ruleOf(request)
    const bot = rule && (await storage.bots.findSummary(rule.botId))
    if (!bot) return sendActionPage(reply, { status: 404, locale, text: texts.page.gone })
    const form = { action: request.params.token, label: texts.page.stopButton }
    return sendActionPage(reply, { status: 200, locale, text: texts.page.stop(quoted(bot.name)), form })
  })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { bodyLimit: 1000, parseAs: 'string' }, (_request, _body, done) => done(null))
    scope.post<Visit>('/notifications/:token', { config: { isPage: true, takesFile: true, takesForm: true } }, stop)
  })

  async function stop(request: FastifyRequest<Visit>, reply: FastifyReply) {
    operations.countPage(request)
    const { locale, texts } = notificationTextsIn(visitorLanguages(request))
    const ruleId = readPosition(secret, unsubscribing, request.params.token)
    if (ruleId === undefined) return sendActionPage(reply, { status: 404, locale, text: texts.page.gone })
    // Also answers a repeated request.
    await storage.notifications.delete(ruleId)
    return sendActionPage(reply, { status: 200, locale, text: texts.page.stopped })
  }

  async function ruleOf(request: FastifyRequest<Visit>) {
    const ruleId = readPosition(secret, unsubscribing, request.params.token)
    return ruleId === undefined ? undefined : storage.notifications.get(ruleId)
  }
}
