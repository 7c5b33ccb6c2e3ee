import type { Flow } from '../flow-schema.js'
import { type FlowParts, nodeBehind, partsOf } from './flow-parts.js'
import { type Step, stepsOf } from './steps.js'
import { type TextUse, usesOf, type VariableUse } from './uses.js'

/** A flow with all that rules look up, worked out once. */
export interface FlowIndex extends FlowParts {
  readonly texts: readonly TextUse[]
  readonly variableUses: readonly VariableUse[]
  /** By node: where the walk may go from a block. */
  readonly steps: readonly Step[]
  /** By node: whether anything leads there from the start or another event. */
  readonly isReached: readonly boolean[]
}

export const indexFlow = (flow: Flow): FlowIndex => {
  const parts = partsOf(flow)
  const uses = parts.blocks.map(usesOf)
  const steps = stepsOf(parts)
  return {
    ...parts,
    texts: uses.flatMap((use) => use.texts),
    variableUses: uses.flatMap((use) => use.variables),
    steps,
    isReached: reached(parts, steps),
  }
}

/** Every block that can be come to from an event; all of them once a Jump goes to a group that only a run can name. */
const reached = (parts: FlowParts, steps: readonly Step[]): boolean[] => {
  const isReached = new Array<boolean>(parts.blocks.length).fill(false)
  const open: number[] = []
  const reach = (node: number | undefined) => {
    if (node === undefined || isReached[node]) return
    isReached[node] = true
    open.push(node)
  }
  let isEverywhere = false
  for (const event of parts.flow.events) reach(nodeBehind(parts, event.outgoingEdgeId))
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const step = steps[node]
    for (const next of step?.to ?? []) reach(next)
    for (const next of step?.later ?? []) reach(next)
    if (!step?.goesAnywhere || isEverywhere) continue
    isEverywhere = true
    for (const first of parts.firstNode.values()) reach(first)
  }
  return isReached
}
