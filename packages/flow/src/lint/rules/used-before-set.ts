import type { Variable } from '../../flow-schema.js'
import type { FlowIndex } from '../flow-index.js'
import { nodeBehind } from '../flow-parts.js'
import type { Rule } from '../rule.js'
import { settersOf } from '../setters.js'
import { type ShownVariable, shownVariables } from '../shown-variables.js'

export const usedBeforeSet: Rule = {
  id: 'used-before-set',
  severity: 'info',
  summary: 'A variable is used before any block sets it',
  *find(index) {
    const setters = settersOf(index)
    if (setters.isUnknown) return
    const shown = new Map<Variable, ShownVariable[]>()
    for (const use of shownVariables(index)) {
      const nodes = setters.byVariable.get(use.variable.id)
      if (nodes === undefined || nodes.includes(-1)) continue
      const uses = shown.get(use.variable)
      if (uses) uses.push(use)
      else shown.set(use.variable, [use])
    }
    const variables = [...shown.keys()].slice(0, maxVariables)
    for (let from = 0; from < variables.length; from += bits) {
      const batch = variables.slice(from, from + bits)
      const isSet = maySet(index, batch, setters.byVariable)
      for (const [bit, variable] of batch.entries()) {
        const early = shown.get(variable)?.find(({ at }) => (((isSet[at.node] ?? 0) >>> bit) & 1) === 0)
        if (early === undefined) continue
        yield {
          location: { ...early.location, variableId: variable.id },
          message: `{{${variable.name}}} is still empty here, as it is set only later, unless it comes with the start: set it before, or give it a default.`,
        }
      }
    }
  },
}

/** Variables are tracked 32 at a time, one bit each; the limit keeps the whole linear in the size of the flow. */
const bits = 32
const maxVariables = 1024

/** By node: the variables of the batch that may have been set before the block, as bits. */
const maySet = (
  index: FlowIndex,
  batch: readonly Variable[],
  setters: ReadonlyMap<string, readonly number[]>,
): Int32Array => {
  const own = new Int32Array(index.blocks.length)
  for (const [bit, variable] of batch.entries()) {
    for (const node of setters.get(variable.id) ?? []) own[node] = (own[node] ?? 0) | (1 << bit)
  }
  const before = new Int32Array(index.blocks.length)
  const open: number[] = index.blocks.map(({ node }) => node)
  const give = (node: number, set: number) => {
    const known = before[node] ?? 0
    if ((known | set) === known) return
    before[node] = known | set
    open.push(node)
  }
  let anywhere = 0
  // Other events may occur at any time: everything may have been set by then.
  for (const event of index.flow.events.slice(1)) {
    const node = nodeBehind(index, event.outgoingEdgeId)
    if (node !== undefined) give(node, -1)
  }
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const step = index.steps[node]
    const set = (before[node] ?? 0) | (own[node] ?? 0)
    if (set === 0 || !step) continue
    for (const next of step.to) give(next, set)
    for (const next of step.later) give(next, set)
    if (!step.goesAnywhere || (anywhere | set) === anywhere) continue
    anywhere |= set
    for (const first of index.firstNode.values()) give(first, anywhere)
  }
  return before
}
