import type { Connection } from './connection.js'

/** Carries out one piece of a shared transaction, and passes its outcome on. */
export interface Outcomes<Item, Outcome> {
  apply(item: Item): Outcome
  done(item: Item, outcome: Outcome): void
  failed(item: Item, error: unknown): void
}

/**
 * Writes a batch in one transaction, and with one wait for the disk. If anything fails, the batch is rolled back and each item is tried
 * alone, so that one cannot fail the others.
 */
export function writeTogether<Item, Outcome>(
  connection: Connection,
  batch: readonly Item[],
  outcomes: Outcomes<Item, Outcome>,
): void {
  let written: Outcome[]
  try {
    written = connection.write(() => batch.map((item) => outcomes.apply(item)))
  } catch (error) {
    if (batch.length > 1) for (const item of batch) writeTogether(connection, [item], outcomes)
    else outcomes.failed(batch[0]!, error)
    return
  }
  for (const [index, item] of batch.entries()) outcomes.done(item, written[index]!)
}
