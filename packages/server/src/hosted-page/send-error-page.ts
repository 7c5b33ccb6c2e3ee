import type { ApiError } from '@colloquy/api'
import type { NoticeKind } from '@colloquy/chat'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newNonce } from '../http/new-nonce.js'
import { sendError } from '../http/send-error.js'
import { visitorLanguages } from '../http/visitor-languages.js'
import { loadRenderer } from '../turns/load-renderer.js'
import { htmlPage } from './html-page.js'

/** Sends an error as a page in the visitor's language. The page names no bot, so an unpublished bot looks like an unknown one. */
export async function sendErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  error: ApiError,
): Promise<FastifyReply> {
  const renderer = await loadRenderer().catch(() => undefined)
  if (!renderer) return sendError(reply, error)
  const rendered = renderer.renderNotice({ kind: noticeKind(error), languages: visitorLanguages(request) })
  const nonce = newNonce()
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
  return reply
    .code(error.status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; form-action 'none'`,
    })
    .send(htmlPage({ ...pageWithoutBot, nonce, title: rendered.title, language: rendered.language, rendered }))
}

const pageWithoutBot = {
  metadata: {},
  address: undefined,
  headCode: '',
  files: { scripts: [], fonts: new Map() },
  widget: undefined,
}

function noticeKind({ code, status }: ApiError): NoticeKind {
  if (status === 404 || code === 'bot_not_found') return 'not found'
  if (status === 429) return 'busy'
  return status >= 500 ? 'failed' : 'rejected'
}
