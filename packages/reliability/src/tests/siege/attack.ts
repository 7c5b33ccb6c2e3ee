import type { HostileClient } from './hostile-client.js'

/** One attack of the siege. */
export interface Attack {
  /** As reports show it: "replies of 0.9 MB, 200 at once". */
  readonly name: string
  readonly who: 'visitor' | 'author'
  /** From one strike to the next. */
  readonly everyMs: number
  /** How many strikes may be in progress at once; 1 unless given. */
  readonly atOnce?: number
  /** Error codes with which the service may reject the preparation. The attack prepares again then. */
  readonly rejectedWith?: readonly string[]
  /** A status that the service has to answer such an attack with before long. */
  readonly mustMeet?: number
  /** Sets the attack up and returns its strike, which is repeated until the siege ends. */
  prepare(client: HostileClient): Promise<() => Promise<unknown>>
}

/** What came of one attack. */
export interface AttackReport {
  readonly name: string
  readonly strikes: number
  /** The status of `mustMeet`, if it never came. */
  readonly missed?: number
  /** Answers by status; 0 where no answer came. */
  readonly statuses: Readonly<Record<number, number>>
  /** How often the service rejected the preparation, by error code. */
  readonly rejections: Readonly<Record<string, number>>
  /** Bytes that the service may have stored by its limits: of each accepted request, its body, up to the limit for one of its kind. */
  readonly allowedBytes: number
}
