import type { Storage } from '../storage.js'

/** Deletes the rows of everything that is marked, in batches of at most `max`. Returns the steps of the batches. */
export async function removeAll({ removals }: Pick<Storage, 'removals'>, max = 1_000): Promise<string[]> {
  const steps: string[] = []
  for (let now = 1_000_000; ; now++) {
    const { state, step } = await removals.work(now, { rows: max, milliseconds: 0 })
    if (state === 'idle') return steps
    steps.push(step)
    if (steps.length > 100_000) throw new Error(`The removals do not end: ${step}`)
  }
}
