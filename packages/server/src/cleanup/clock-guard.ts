import type { ClockStore } from '@colloquy/storage'

/** A clock that is further ahead of when the service last ran than it may be. Both in milliseconds since 1970. */
export interface ClockJump {
  now: number
  seenAt: number
}

/**
 * Notes that the service runs now, unless the clock has jumped ahead by more than so many hours: what goes by the age of rows would then
 * take all of them for old.
 */
export async function findClockJump(clock: ClockStore, now: number, mostHours: number): Promise<ClockJump | undefined> {
  const seenAt = await clock.latest()
  if (seenAt !== undefined && isJump({ now, seenAt }, mostHours)) return { now, seenAt }
  await clock.note(now)
  return undefined
}

export const isJump = ({ now, seenAt }: ClockJump, mostHours: number): boolean => now - seenAt > mostHours * 3_600_000

/** What happened and what to do about it, without a full stop. */
export function explainClockJump({ now, seenAt }: ClockJump): { found: string; todo: string } {
  return {
    found: `old results are not deleted: the clock says ${dayOf(now)}, but the service last ran on ${dayOf(seenAt)}`,
    todo: `set the clock right; if it is right, run \`npx colloquy confirm-clock ${dayOf(now)}\``,
  }
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
