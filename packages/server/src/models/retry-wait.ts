import { readRetryAfter } from '@colloquy/ports/egress'
import type { Failed } from './failure.js'

const maxRetries = 2
const firstWait = 1_000
/** Maximum total wait of one call, in milliseconds. */
export const maxWaited = 20_000

/** Returns the milliseconds to wait before a failed call is retried; undefined when it is not. */
export function retryWait(failed: Failed, retries: number, waited: number, now = Date.now()): number | undefined {
  const { cause, headers = {}, details = '', isUnmade } = failed
  if (retries >= maxRetries || isUnmade) return undefined
  const mayPass = cause === 'overloaded' || (cause === 'rate-limited' && !details.includes('insufficient_quota'))
  if (!mayPass) return undefined
  const asked = askedWait(headers, now)
  const wait = asked ?? firstWait * 2 ** retries
  return waited + wait <= maxWaited ? wait : undefined
}

/** The milliseconds that a service asks to wait; undefined if it does not say. */
export function askedWait(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const milliseconds = Number(headers['retry-after-ms'])
  return milliseconds > 0 ? milliseconds : readRetryAfter(headers['retry-after'], now)
}
