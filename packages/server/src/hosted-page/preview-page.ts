import type { FastifyInstance } from 'fastify'
import { paymentScripts } from './page-policy.js'

/**
 * Serves the page at `/preview` that the builder shows beside its canvas: the widget and nothing else. The builder around it, which has the
 * same origin, says which draft to run; pages of other origins cannot show it in a frame. `?payments` allows payment forms: the builder
 * adds it for drafts that may ask for a payment.
 */
export function registerPreviewPage(app: FastifyInstance): void {
  app.get<{ Querystring: { payments?: string } }>('/preview', ({ query }, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('content-security-policy', policy(query.payments === undefined ? '' : ` ${paymentScripts}`))
      .send(page),
  )
}

/**
 * Matches the page of a published bot, so that a preview shows what visitors will see; scripts of flows run in a frame without an origin.
 */
const policy = (payments: string) =>
  [
    "default-src 'none'",
    `script-src 'self'${payments}`,
    "style-src 'self'",
    "font-src 'self' https:",
    'img-src http: https: data: blob:',
    'media-src http: https: blob:',
    'frame-src http: https:',
    'connect-src http: https: ws: wss:',
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Preview</title>
<link rel="stylesheet" href="/widget/preview-page.css">
<script type="module" src="/widget.js"></script>
</head>
<body>
<div id="chat"></div>
</body>
</html>
`
