import type { SendOutcome } from '@colloquy/channels'

const longest = 60_000
const maxAsked = 3_600_000
/** Pauses after too many messages to one contact grow by this factor. */
const pairFactor = 4

type Delay = Partial<Pick<Extract<SendOutcome, { kind: 'later' }>, 'retryAfterSeconds' | 'cause'>>

/**
 * Milliseconds before the next attempt, after this many failures in a row: doubles each time, up to a minute, or grows four times each time,
 * up to an hour, if the contact got too many messages. At least as long as the provider asked to wait, an hour at most.
 */
export function resendPause(first: number, attempts: number, { retryAfterSeconds = 0, cause }: Delay = {}): number {
  const [factor, max] = cause === 'pair-rate' ? [pairFactor, maxAsked] : [2, longest]
  const own = Math.min(first * factor ** Math.min(attempts - 1, 20), Math.max(first, max))
  return Math.max(own, Math.min(retryAfterSeconds * 1_000, maxAsked))
}
