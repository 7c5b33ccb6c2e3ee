import type { HostileClient } from './hostile-client.js'

/** One attack of the siege. */
export interface Attack {
  /** As reports show it: "replies of 0.9 MB, 200 at once". */
  readonly name: string
  readonly who: 'visitor' | 'author'
  /** Milliseconds between two strikes. */
  readonly everyMs: number
  /** Number of strikes that may be in progress at once; 1 by default. */
  readonly atOnce?: number
  /** Error codes with which the service may reject the preparation. The attack then prepares again. */
  readonly rejectedWith?: readonly string[]
  /** A status with which the service must soon answer such an attack. */
  readonly mustMeet?: number
  /** Sets the attack up and returns its strike, which is repeated until the siege ends. */
  prepare(client: HostileClient): Promise<() => Promise<unknown>>
}

/** Outcome of one attack. */
export interface AttackReport {
  readonly name: string
  readonly strikes: number
  /** The status of `mustMeet`, if it never came. */
  readonly missed?: number
  /** Number of answers by status; 0 for no answer. */
  readonly statuses: Readonly<Record<number, number>>
  /** How often the service rejected the preparation, by error code. */
  readonly errorCounts: Readonly<Record<string, number>>
  /**
   * Bytes that the service may have stored within its limits: for each accepted request its body, up to the limit for requests of its kind.
   */
  readonly allowedBytes: number
}
