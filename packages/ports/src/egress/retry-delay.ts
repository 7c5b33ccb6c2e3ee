import type { EgressOutcome } from './egress-port.js'

/**
 * Milliseconds to wait before a call is made again, undefined if it is not. Only methods that may be performed twice are, at most
 * two times: after a busy or failing server, whose Retry-After counts, and after a connection that broke.
 */
export function retryDelay(retries: number, method: string, outcome: RetryCause, now: number): number | undefined {
  if (retries >= maxRetries || !repeatable.has(method)) return undefined
  const own = 300 * 2 ** retries
  if (outcome.kind === 'broken') return own
  if (!retryStatuses.has(outcome.status)) return undefined
  const asked = readRetryAfter(outcome.headers['retry-after'], now)
  return asked === undefined ? own : Math.max(asked, own)
}

export type RetryCause = Omit<Extract<EgressOutcome, { kind: 'response' }>, 'body'> | { kind: 'broken' }

const maxRetries = 2
const repeatable = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
const retryStatuses = new Set([408, 413, 429, 500, 502, 503, 504])

/** Seconds or a date, RFC 9110, 10.2.3. */
export function readRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
