import type { Experiment } from '@colloquy/storage'
import type { Service } from '../service.js'
import type { Variant } from './assign.js'
import { type Figures, figuresOf } from './statistics.js'

/** Returns the current results of an experiment. */
export async function experimentFigures(
  { storage }: Pick<Service, 'storage'>,
  { id, workspaceId, variants, minimumDifference }: Experiment,
): Promise<Figures> {
  const counted = await storage.experiments.counts(workspaceId, id)
  const counts = (JSON.parse(variants) as Variant[]).map(({ weight }, index) => {
    const { visitors = 0, conversions = 0 } = counted.find(({ variant }) => variant === index) ?? {}
    return { weight, visitors, conversions }
  })
  return figuresOf(counts, minimumDifference)
}
