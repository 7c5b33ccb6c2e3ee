import type { Flow } from '../flow-schema.js'
import { type FlowParts, nodeBehind, partsOf } from './flow-parts.js'
import { type Step, stepsOf } from './steps.js'
import { type TextUse, usesOf, type VariableUse } from './uses.js'

/** A flow with everything that rules look up, computed once. */
export interface FlowIndex extends FlowParts {
  readonly texts: readonly TextUse[]
  readonly variableUses: readonly VariableUse[]
  /** By node: possible continuations after a block. */
  readonly steps: readonly Step[]
  /** By node: true if it is reachable from the start or another event. */
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

/** Every block that is reachable from an event; all blocks once a Jump goes to a group that is only known at run time. */
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
