import type { FastifyReply } from 'fastify'

interface SecretPage {
  status: number
  /** Nonce that allows the styles of the page. */
  nonce: string
  html: string
  /** True if the page has a form that posts to this service. */
  hasForm?: boolean
}

/** Sends a page whose address is secret: other servers never see the address, and search engines do not list it. */
export const sendSecretPage = (
  reply: FastifyReply,
  { status, nonce, html, hasForm = false }: SecretPage,
): FastifyReply =>
  reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action ${hasForm ? "'self'" : "'none'"}`,
    })
    .send(html)
