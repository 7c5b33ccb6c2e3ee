import type { ClockStore } from '@colloquy/storage'
import { dayOf } from '../day-of.js'

/** A clock that is ahead of the last run of the service by more than the limit. Both in milliseconds since 1970. */
export interface ClockJump {
  now: number
  seenAt: number
}

/**
 * Records that the service runs now, unless the clock has jumped ahead by more than `maxHours`: cleanup by age would then take all rows
 * for old.
 */
export async function findClockJump(clock: ClockStore, now: number, maxHours: number): Promise<ClockJump | undefined> {
  const seenAt = await clock.latest()
  if (seenAt !== undefined && isJump({ now, seenAt }, maxHours)) return { now, seenAt }
  await clock.note(now)
  return undefined
}

export const isJump = ({ now, seenAt }: ClockJump, maxHours: number): boolean => now - seenAt > maxHours * 3_600_000

/** Describes the jump and what to do about it, without a full stop. */
export function explainClockJump({ now, seenAt }: ClockJump): { found: string; todo: string } {
  return {
    found: `old results are not deleted: the clock says ${dayOf(now)}, but the service last ran on ${dayOf(seenAt)}`,
    todo: `set the clock right; if it is right, run \`npx colloquy confirm-clock ${dayOf(now)}\``,
  }
}
