import type { FastifyRequest } from 'fastify'

/**
 * True if a person opens this page to chat. Nothing else starts a chat: no browser that prefetches, no program that renders a link preview
 * or indexes the page for a search engine, no script that fetches it. A visitor who is mistaken for one of these gets a page whose script
 * starts the chat.
 */
export function isVisitor(request: FastifyRequest): boolean {
  if (request.method !== 'GET') return false
  const { headers } = request
  const ahead = [headers['sec-purpose'], headers.purpose, headers['x-moz'], headers['x-purpose']]
  if (ahead.some((purpose) => /prefetch|preview|prerender/i.test(String(purpose ?? '')))) return false
  const destination = headers['sec-fetch-dest']
  if (typeof destination === 'string' && !destinations.has(destination)) return false
  // Returning from a bank: the widget has kept the conversation that waits for the payment.
  if ((request.query as Record<string, unknown>).payment_intent_client_secret !== undefined) return false
  return !programs.test(headers['user-agent'] ?? '')
}

/** Values of `Sec-Fetch-Dest` with which a browser shows pages. */
const destinations = new Set(['document', 'iframe', 'frame', 'object', 'embed', 'fencedframe'])

/** User agents of programs that read pages. */
const programs =
  /bot\b|bot[/;_-]|crawl|spider|slurp|archiver|facebookexternalhit|facebot|whatsapp|telegram|slack|discord|skype|embedly|linkedin|pinterest|preview|vkshare|bingpreview|mediapartners|lighthouse|curl\/|wget\/|python|java\/|okhttp|go-http|node-fetch|undici|axios|libwww|monitor|uptime|pingdom/i
