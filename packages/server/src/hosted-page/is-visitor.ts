import type { FastifyRequest } from 'fastify'

/**
 * Whether somebody opens this page to chat. A chat is begun for nobody else: not for a browser that loads ahead, not for a program
 * that draws a preview of a link or reads the page for a search engine, not for a script that fetches it. Whoever is taken for one of
 * these by mistake gets a page whose own script begins the chat.
 */
export function isVisitor(request: FastifyRequest): boolean {
  if (request.method !== 'GET') return false
  const { headers } = request
  const ahead = [headers['sec-purpose'], headers.purpose, headers['x-moz'], headers['x-purpose']]
  if (ahead.some((purpose) => /prefetch|preview|prerender/i.test(String(purpose ?? '')))) return false
  const place = headers['sec-fetch-dest']
  if (typeof place === 'string' && !places.has(place)) return false
  // Back from a bank: the widget has kept the conversation that waits for the payment.
  if ((request.query as Record<string, unknown>).payment_intent_client_secret !== undefined) return false
  return !programs.test(headers['user-agent'] ?? '')
}

/** Where a browser shows pages. */
const places = new Set(['document', 'iframe', 'frame', 'object', 'embed', 'fencedframe'])

/** How programs that read pages name themselves. */
const programs =
  /bot\b|bot[/;_-]|crawl|spider|slurp|archiver|facebookexternalhit|facebot|whatsapp|telegram|slack|discord|skype|embedly|linkedin|pinterest|preview|vkshare|bingpreview|mediapartners|lighthouse|curl\/|wget\/|python|java\/|okhttp|go-http|node-fetch|undici|axios|libwww|monitor|uptime|pingdom/i
