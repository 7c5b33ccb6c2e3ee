import type { PersonMessage } from '@colloquy/chat'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newNonce } from '../http/new-nonce.js'
import { visitorLanguages } from '../http/visitor-languages.js'
import type { Service } from '../service.js'
import { openSession } from '../sessions/open-session.js'
import { loadRenderer } from '../turns/load-renderer.js'
import { readChatCookie } from './chat-cookie.js'
import { escaped } from './html-page.js'
import { pageReferrer } from './page-chat.js'
import type { PageContext } from './page-context.js'
import { pagePeople } from './page-people.js'

/** Seconds after which the page loads itself again. */
const pause = 10

/**
 * Sends a small page with the messages of people after the one with a number. It is a frame of the page without scripts, and loads itself
 * again, so that the page around it keeps what the visitor is writing.
 */
export async function sendPeopleNews(
  service: Service,
  { bot, path }: PageContext,
  { request, reply, after }: { request: FastifyRequest; reply: FastifyReply; after: number },
): Promise<FastifyReply> {
  const cookie = readChatCookie(service, request, { botId: bot.id, path })
  const opened =
    cookie && (await openSession(service, { sessionId: cookie.sessionId, referrer: pageReferrer(service, request) }))
  const people = opened?.row.botId === bot.id ? await pagePeople(service, opened.row, after) : undefined
  const { language, empty, show } = (await loadRenderer()).newsTexts(visitorLanguages(request))
  const nonce = newNonce()
  const news = people?.messages ?? []
  const isOver = !people?.heldBy
  const content =
    news.length > 0 || isOver
      ? `${news.map(lineOf).join('')}<p><a href="${escaped(path)}" target="_top">${escaped(show)}</a></p>`
      : `<p>${escaped(empty)}</p>`
  const refresh = isOver ? '' : `<meta http-equiv="refresh" content="${pause}">`
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`,
    })
    .send(
      `<!doctype html><html lang="${language}" dir="auto"><head><meta charset="utf-8"><title>${escaped(empty)}</title>${refresh}` +
        `<style nonce="${nonce}">:root{color-scheme:light dark}body{margin:12px;font:15px/1.4 system-ui,sans-serif}p{margin:0 0 8px;white-space:pre-wrap;overflow-wrap:anywhere}</style>` +
        `</head><body>${content}</body></html>`,
    )
}

function lineOf({ name, text, attachedFileUrls = [] }: PersonMessage): string {
  const who = name ? `<b>${escaped(name)}</b> ` : ''
  return `<p dir="auto">${who}${escaped([text ?? '', ...attachedFileUrls].join(' '))}</p>`
}
