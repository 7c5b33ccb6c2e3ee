import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { stoppingWaits } from '../conversations/waiting-mail.js'
import { readPosition } from '../http/cursor.js'
import type { Operations } from '../http/operations.js'
import { visitorLanguages } from '../http/visitor-languages.js'
import { notificationTextsIn } from '../mail/emails/notification-texts.js'
import { waitingTextsIn } from '../mail/emails/waiting-texts.js'
import { preferencesOf } from '../mail/preferences.js'
import { quoted } from '../mail/quoted.js'
import { unsubscribing } from '../notifications/notifier.js'
import type { Needs } from '../service.js'
import { sendActionPage } from '../summary-page/send-action-page.js'

interface Visit {
  Params: { token: string }
}

/** Emails that an address stops. */
interface Stoppable {
  /** Asks whether to stop them; undefined if they were stopped. */
  question: string | undefined
  button: string
  stopped: string
  /** Also answers a repeated request. */
  stop(): Promise<void>
}

type Parts = Needs<'storage' | 'secret' | 'now'>

/**
 * The page at `/notifications/{token}`, which emails link to. It stops them by a click, since programs that scan the links of emails open
 * addresses. Mail programs stop them by a POST to the same address (RFC 8058). Nobody needs to be signed in: the address is signed.
 */
export function registerUnsubscribePage(app: FastifyInstance, service: Parts, operations: Operations): void {
  app.get<Visit>('/notifications/:token', { config: { isPage: true } }, async (request, reply) => {
    operations.countPage(request)
    const found = await stoppable(service, request)
    if (found?.question === undefined) return gone(request, reply)
    const form = { action: request.params.token, label: found.button }
    return sendActionPage(reply, { status: 200, locale: localeOf(request), text: found.question, form })
  })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { bodyLimit: 1000, parseAs: 'string' }, (_request, _body, done) => done(null))
    scope.post<Visit>('/notifications/:token', { config: { isPage: true, takesFile: true, takesForm: true } }, stop)
  })

  async function stop(request: FastifyRequest<Visit>, reply: FastifyReply) {
    operations.countPage(request)
    const found = await stoppable(service, request)
    if (!found) return gone(request, reply)
    await found.stop()
    return sendActionPage(reply, { status: 200, locale: localeOf(request), text: found.stopped })
  }
}

/** Undefined if the service did not sign the address. */
async function stoppable(service: Parts, request: FastifyRequest<Visit>): Promise<Stoppable | undefined> {
  const { token } = request.params
  const ruleId = readPosition(service.secret, unsubscribing, token)
  if (ruleId !== undefined) return ofRule(service, request, ruleId)
  const userId = readPosition(service.secret, stoppingWaits, token)
  return userId === undefined ? undefined : ofWaits(service, request, userId)
}

async function ofRule({ storage }: Parts, request: FastifyRequest, ruleId: string): Promise<Stoppable> {
  const { page } = notificationTextsIn(visitorLanguages(request)).texts
  const rule = await storage.notifications.get(ruleId)
  const bot = rule && (await storage.bots.findSummary(rule.botId))
  return {
    question: bot && page.stop(quoted(bot.name)),
    button: page.stopButton,
    stopped: page.stopped,
    stop: async () => void (await storage.notifications.delete(ruleId)),
  }
}

async function ofWaits({ storage, now }: Parts, request: FastifyRequest, userId: string): Promise<Stoppable> {
  const { page } = waitingTextsIn(visitorLanguages(request)).texts
  const user = await storage.users.get(userId)
  return {
    question: user && page.stop,
    button: page.stopButton,
    stopped: page.stopped,
    async stop() {
      const preferences = JSON.stringify({ ...preferencesOf(user), emailsWaiting: false })
      if (user) await storage.users.update(userId, { preferences }, now())
    },
  }
}

function gone(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { locale, texts } = notificationTextsIn(visitorLanguages(request))
  return sendActionPage(reply, { status: 404, locale, text: texts.page.gone })
}

const localeOf = (request: FastifyRequest): string => notificationTextsIn(visitorLanguages(request)).locale
