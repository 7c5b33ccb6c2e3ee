import type { Storage } from '@colloquy/storage'

/** Removes all conversations whose time is up, so many in a transaction: turns come between two of them. */
export async function removeExpired(
  { sessions }: Pick<Storage, 'sessions'>,
  now: number,
  batch = 1_000,
): Promise<void> {
  while ((await sessions.removeExpired(now, batch)) >= batch) await new Promise((resolve) => setImmediate(resolve))
}
