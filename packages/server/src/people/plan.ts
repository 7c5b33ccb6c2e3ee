import type { Workspace } from '@colloquy/storage'

/** How many people may belong to a workspace, guests aside. */
export function seatsOf({ plan, customSeatsLimit }: Workspace): number {
  return customSeatsLimit || (seats[plan] ?? Number.POSITIVE_INFINITY)
}

const seats: Record<string, number> = { FREE: 1, OFFERED: 1, STARTER: 2, PRO: 5, LIFETIME: 8 }
