import type { Connection } from './connection.js'

/** Carries out one piece of a shared transaction, and passes its outcome on. */
export interface Outcomes<Item, Outcome> {
  apply(item: Item): Outcome
  /** Called once the item is on the disk. */
  done(item: Item, outcome: Outcome): void
  failed(item: Item, error: unknown): void
}

/**
 * Writes a batch in one transaction, and with one wait for the disk. If anything fails, the batch is rolled back and each item is tried
 * alone, so that one cannot fail the others. Resolves once all outcomes are passed on; undefined if they are already.
 */
export function writeTogether<Item, Outcome>(
  connection: Connection,
  batch: readonly Item[],
  outcomes: Outcomes<Item, Outcome>,
): Promise<void> | undefined {
  const committed = commitTogether(connection, batch, outcomes)
  const passOn = () => {
    for (const [item, outcome] of committed) outcomes.done(item, outcome)
  }
  const durable = connection.durable()
  if (durable === undefined) passOn()
  return durable?.then(passOn, (error) => {
    for (const [item] of committed) outcomes.failed(item, error)
  })
}

/** Returns what is committed, with its outcome. */
function commitTogether<Item, Outcome>(
  connection: Connection,
  batch: readonly Item[],
  outcomes: Outcomes<Item, Outcome>,
): [Item, Outcome][] {
  try {
    const written = connection.write(() => batch.map((item) => outcomes.apply(item)))
    return batch.map((item, index) => [item, written[index]!])
  } catch (error) {
    if (batch.length > 1) return batch.flatMap((item) => commitTogether(connection, [item], outcomes))
    outcomes.failed(batch[0]!, error)
    return []
  }
}
