import type { Storage } from '@colloquy/storage'

/** Removes all expired conversations, in transactions of limited size: turns can run between two of them. */
export async function removeExpired(
  { sessions }: Pick<Storage, 'sessions'>,
  now: number,
  batch = 1_000,
): Promise<void> {
  while ((await sessions.removeExpired(now, batch)) >= batch) await new Promise((resolve) => setImmediate(resolve))
}
