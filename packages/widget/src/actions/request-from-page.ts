import type { ActionOutcome } from '../conversation/action-context.js'
import { safeSource } from '../theme/safe-address.js'
import type { ActionTools } from './action-tools.js'

interface PageRequest {
  url: string
  method?: string
  headers?: Record<string, string>
  body?: unknown
}

/** Sends a request from the visitor's browser; passes the status and the data to the flow, or the reason for their absence. */
export async function requestFromPage(
  request: PageRequest,
  { surroundings, context }: ActionTools,
): Promise<ActionOutcome> {
  const { method = 'GET', headers, body } = request
  const reply = (statusCode: number, data: unknown): ActionOutcome => ({
    kind: 'reply',
    text: JSON.stringify({ statusCode, data }),
  })
  const url = safeSource(request.url)
  if (!url) return reply(400, 'The address of the request is not a web address')
  try {
    const response = await surroundings.fetch(url, {
      method,
      headers,
      ...(method !== 'GET' && method !== 'HEAD' && body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([context.signal, AbortSignal.timeout(20_000)]),
    })
    return reply(response.status, await response.json())
  } catch (error) {
    const details = String(error)
    context.log({ status: 'error', description: 'A request from the browser failed', details })
    return reply(500, details)
  }
}
