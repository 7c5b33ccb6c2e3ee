import type { FastifyReply } from 'fastify'
import { escaped } from '../hosted-page/html-page.js'
import { newNonce } from '../http/new-nonce.js'
import { sendSecretPage } from './send-secret-page.js'
import { styles } from './styles.js'

interface ActionPage {
  status: number
  locale: string
  text: string
  /** A button that posts to `action`, an address relative to the page, so that it works behind any address. */
  form?: { action: string; label: string }
}

/** Sends a page with a text and at most one button. Its address is secret. */
export function sendActionPage(reply: FastifyReply, { status, locale, text, form }: ActionPage): FastifyReply {
  const nonce = newNonce()
  const button = form
    ? `<form method="post" action="${escaped(form.action)}"><button>${escaped(form.label)}</button></form>`
    : ''
  const html = `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<link rel="icon" href="data:,">
<title>${escaped(text)}</title>
<style nonce="${nonce}">${styles}${buttonStyle}</style>
</head>
<body>
<main><div class="card"><h1>${escaped(text)}</h1>${button}</div></main>
</body>
</html>
`
  return sendSecretPage(reply, { status, nonce, html, hasForm: true })
}

const buttonStyle =
  'button{padding:10px 18px;border:0;border-radius:8px;background:var(--accent);color:#fff;font:inherit;font-weight:600;cursor:pointer}' +
  '@media (prefers-color-scheme:dark){button{color:#0f121a}}'
