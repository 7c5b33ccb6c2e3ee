import type { SummaryMail } from '@colloquy/storage'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Operations } from '../http/operations.js'
import { visitorLanguages } from '../http/visitor-languages.js'
import { quoted } from '../mail/quoted.js'
import { nextDue } from '../results/next-due.js'
import type { Needs } from '../service.js'
import { readSpan } from '../summary-page/link-span.js'
import { sendActionPage } from '../summary-page/send-action-page.js'
import { textsIn } from '../summary-page/texts.js'
import { mailTexts } from './texts.js'

interface Visit {
  Params: { token: string; action?: string }
}

/**
 * The page at `/summary-mails/{token}`, which confirmations and emails link to. Confirming and stopping take a click: programs that scan
 * the links of emails open addresses, but click nothing.
 */
export function registerMailPage(
  app: FastifyInstance,
  service: Needs<'storage' | 'now'>,
  operations: Operations,
): void {
  app.get<Visit>('/summary-mails/:token', { config: { isPage: true } }, async (request, reply) => {
    operations.countPage(request)
    const found = await find(service, request.params.token)
    const { texts, locale } = wordsOf(request)
    if (!found) return send(reply, 404, locale, texts.gone)
    const { mail, name } = found
    const when = mailTexts[locale].frequencies[mail.frequency]
    return mail.confirmedAt === null
      ? send(reply, 200, locale, texts.confirm(name, when), { action: 'confirm', label: texts.confirmButton })
      : send(reply, 200, locale, texts.stop(name), { action: 'stop', label: texts.stopButton })
  })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { bodyLimit: 1000, parseAs: 'string' }, (_request, _body, done) => done(null))
    scope.post<Visit>('/summary-mails/:token/:action', { config: { isPage: true, takesForm: true } }, answer)
  })

  async function answer(request: FastifyRequest<Visit>, reply: FastifyReply) {
    operations.countPage(request)
    const { token, action } = request.params
    const found = await find(service, token)
    const { texts, locale } = wordsOf(request)
    if (!found || (action !== 'confirm' && action !== 'stop')) return send(reply, 404, locale, texts.gone)
    if (action === 'confirm') await confirm(service, found.mail)
    else await service.storage.summaryMails.delete(found.mail.botId, found.mail.id)
    return send(reply, 200, locale, action === 'confirm' ? texts.confirmed : texts.stopped)
  }
}

/** Confirms the emails. The first one is sent at its next regular time, not immediately for one that has passed. */
async function confirm({ storage, now }: Needs<'storage' | 'now'>, mail: SummaryMail): Promise<void> {
  const link = (await storage.summaryLinks.list(mail.botId)).find(({ id }) => id === mail.linkId)
  if (!link) return
  await storage.summaryMails.confirm(mail.token, now(), nextDue(mail.frequency, readSpan(link).timeZone, now()))
}

async function find({ storage }: Needs<'storage'>, token: string) {
  const mail = await storage.summaryMails.findByToken(token)
  const bot = mail && (await storage.bots.findSummary(mail.botId))
  return mail && bot && { mail, name: quoted(bot.name) }
}

function wordsOf(request: FastifyRequest) {
  const { locale } = textsIn(visitorLanguages(request))
  return { locale, texts: mailTexts[locale].page }
}

function send(
  reply: FastifyReply,
  status: number,
  locale: string,
  text: string,
  form?: { action: string; label: string },
): FastifyReply {
  const relative = form && { ...form, action: `${tokenOf(reply)}/${form.action}` }
  return sendActionPage(reply, { status, locale, text, ...(relative && { form: relative }) })
}

const tokenOf = (reply: FastifyReply): string => (reply.request.params as { token: string }).token
