import type { ErrorCode } from '@colloquy/api'

/** Sections of docs/limits.md, in this order. */
export const limitSections = [
  'Requests',
  'Replies and conversations',
  'Turns',
  'Scripts',
  'Outgoing calls and emails',
  'Queues and memory',
  'Authors',
  'Stored data',
  'Files',
  'Rates per client',
  'Messaging apps',
] as const

type Unit = 'bytes' | 'characters' | 'MB' | 'ms' | 's' | 'h' | 'per minute' | 'per hour' | 'count'

/** One limit as data: `error` is the answer to a rejected request; without it, nothing is rejected but cut, evicted or delayed. */
export interface Limit {
  readonly section: (typeof limitSections)[number]
  readonly value: number
  readonly unit: Unit
  /** Subject of the limit and what happens beyond it, as shown in docs/limits.md. */
  readonly about: string
  readonly error?: ErrorCode
}

/** Rule that keeps one workspace from using up what all share. */
export const fairShare = 'one workspace gets at most as much as it leaves free'

/** Returns a limit of requests of one client in a minute. */
export function ratePerMinute(about: string, value = 60): Limit & { readonly error: 'too_many_requests' } {
  return { section: 'Rates per client', value, unit: 'per minute', about, error: 'too_many_requests' }
}
