import { explainClockJump, isJump } from '../cleanup/clock-guard.js'
import type { Config } from '../config/config.js'
import type { Finding } from './finding.js'

/**
 * Compares the clock of this machine (`now`) with another clock (`other`), both in milliseconds since 1970. Sessions expire and old results
 * are deleted by the clock.
 */
export function clockFinding(now: number, other: number, whose: string): Finding {
  const what = 'clock'
  const seconds = Math.round(Math.abs(other - now) / 1000)
  if (seconds <= limitSeconds) return { state: 'ok', what, found: new Date(now).toISOString() }
  const found = `${whose} ${seconds} s ${other > now ? 'ahead of' : 'behind'} the clock of this machine`
  return {
    state: 'warning',
    what,
    found,
    todo: 'set the clocks right, and have them kept so: timedatectl set-ntp true',
  }
}

/** Reports whether old results are deleted; empty when no retention time is set. `seenAt`: when a service that deletes them last ran. */
export function retentionFindings(
  { retentionDays, limits }: Config,
  now: number,
  seenAt: number | undefined,
): Finding[] {
  if (retentionDays === undefined) return []
  const what = 'retention'
  if (seenAt !== undefined && isJump({ now, seenAt }, limits.clockJumpHours)) {
    return [{ state: 'error', what, ...explainClockJump({ now, seenAt }) }]
  }
  return [{ state: 'ok', what, found: `results are deleted after ${retentionDays} days` }]
}

/** Largest difference in seconds that a busy machine can cause between two clocks that agree. */
const limitSeconds = 60
