import type { Workspace } from '@colloquy/storage'

/** Maximum number of members of a workspace, guests excluded. */
export function seatsOf({ plan, customSeatsLimit }: Workspace): number {
  return customSeatsLimit || (seats[plan] ?? Number.POSITIVE_INFINITY)
}

const seats: Record<string, number> = { FREE: 1, OFFERED: 1, STARTER: 2, PRO: 5, LIFETIME: 8 }
