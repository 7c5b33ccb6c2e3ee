import type { Experiment } from '@colloquy/storage'
import type { Variant } from '../assignments/assign.js'
import type { Service } from '../service.js'
import { type Metrics, metricsOf } from './statistics.js'

/** Returns the current results of an experiment. */
export async function experimentResults(
  { storage }: Pick<Service, 'storage'>,
  { id, workspaceId, variants, minimumDifference }: Experiment,
): Promise<Metrics> {
  const counted = await storage.experiments.counts(workspaceId, id)
  const counts = (JSON.parse(variants) as Variant[]).map(({ weight }, index) => {
    const { visitors = 0, conversions = 0 } = counted.find(({ variant }) => variant === index) ?? {}
    return { weight, visitors, conversions }
  })
  return metricsOf(counts, minimumDifference)
}
