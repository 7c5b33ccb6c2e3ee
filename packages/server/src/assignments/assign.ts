import type { CompiledFlow, ExperimentOfVisitor, Goal } from '@colloquy/engine'
import type { ResultRow, StartableBot } from '@colloquy/storage'
import { derivedId } from '../ids.js'
import type { Service } from '../service.js'

/** Data of a running experiment that a start needs, as stored in the row of the bot or environment. */
export interface Assignment {
  id: string
  /** Start time. */
  since: number
  goal: Goal
  /** The control first. */
  variants: readonly Variant[]
}

export interface Variant {
  releaseId: string
  weight: number
}

/** Distinguishes visitors by a key that the client can be asked to keep. */
export interface VisitorMemory {
  readonly key: string | undefined
  keep(key: string): void
}

/** The visitor who starts a chat. */
interface Visitor {
  /** The result that they return to. */
  result: ResultRow | undefined
  /** The contact of a messaging app. */
  contact: string | undefined
  memory: VisitorMemory | undefined
  newResultId: string
}

/** The variant that was chosen for a visitor, who always gets the same one in an experiment. */
interface Assigned {
  compiledFlow: CompiledFlow
  experiment: ExperimentOfVisitor
}

/**
 * Chooses a variant by a hash of the experiment and the visitor. Undefined for visitors who do not take part: those who return to a result
 * that is older than the experiment, since what they did before must not count.
 */
export async function assign(
  { compiledFlows, secret }: Pick<Service, 'compiledFlows' | 'secret'>,
  { experiment }: Pick<StartableBot, 'experiment'>,
  { result, contact, memory, newResultId }: Visitor,
): Promise<Assigned | undefined> {
  if (experiment === null) return undefined
  const { id, since, goal, variants } = JSON.parse(experiment) as Assignment
  if (result && result.createdAt < since) return undefined
  const key = contact ?? memory?.key ?? result?.id ?? newResultId
  const visitor = derivedId(secret, `experiment\0${id}\0${key}`)
  const variant = variantOf(variants, visitor)
  const compiledFlow = await compiledFlows.release((variants[variant] as Variant).releaseId)
  if (!compiledFlow) return undefined
  if (contact === undefined && memory && memory.key === undefined) memory.keep(key)
  return { compiledFlow, experiment: { id, variant, visitor, goal } }
}

/** Returns the index of a visitor's variant: each gets a share of all visitors by its weight. */
export function variantOf(variants: readonly Pick<Variant, 'weight'>[], visitor: string): number {
  const whole = variants.reduce((sum, { weight }) => sum + weight, 0)
  // Ten digits in base 36 are 51 bits.
  let left = (Number.parseInt(visitor.slice(1, 11), 36) / 36 ** 10) * whole
  const found = variants.findIndex(({ weight }) => {
    left -= weight
    return left < 0
  })
  return found < 0 ? variants.length - 1 : found
}
