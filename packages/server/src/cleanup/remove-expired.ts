import { setTimeout as sleep } from 'node:timers/promises'
import type { Storage } from '@colloquy/storage'
import type { Limits } from '../limits/limits.js'
import { backgroundPause } from '../process/background-share.js'

/** Milliseconds for which a repeated message of a provider is recognized: providers retry for a week. */
const rememberedMessages = 8 * 86_400_000

/**
 * Deletes all expired conversations, messages of messaging apps and ended deliveries, in transactions of limited size with pauses: SQLite
 * holds the main thread for each, and turns run between two of them.
 */
export async function removeExpired(
  { sessions, messaging, deliveries }: Pick<Storage, 'sessions' | 'messaging' | 'deliveries'>,
  now: number,
  { deliveredHours, deadDeliveryHours }: Pick<Limits, 'deliveredHours' | 'deadDeliveryHours'>,
  batch = 200,
): Promise<void> {
  const before = (hours: number) => now - hours * 3_600_000
  const jobs = [
    () => sessions.removeExpired(now, batch),
    () => messaging.removeOld(now - rememberedMessages, batch),
    () => deliveries.removeOld(before(deliveredHours), before(deadDeliveryHours), batch),
  ]
  await Promise.all(jobs.map((job) => repeat(job, batch)))
}

async function repeat(job: () => Promise<number>, batch: number): Promise<void> {
  let began = performance.now()
  while ((await job()) >= batch) {
    await sleep((performance.now() - began) * backgroundPause)
    began = performance.now()
  }
}
