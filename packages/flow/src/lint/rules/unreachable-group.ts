import type { FlowIndex } from '../flow-index.js'
import type { Rule } from '../rule.js'

export const unreachableGroup: Rule = {
  id: 'unreachable-group',
  severity: 'warning',
  summary:
    'A group cannot be reached from the start or another event; of a chain of such groups only the first is reported',
  *find(index) {
    const seen = [...index.isReached]
    const hasWayIn = new Set<number>()
    for (const { node } of index.blocks) {
      if (index.isReached[node]) continue
      for (const next of waysOf(index, node))
        if (index.blocks[next]?.group !== index.blocks[node]?.group) hasWayIn.add(next)
    }
    const entries = index.flow.groups.flatMap((group, g) => {
      const first = index.firstNode.get(group)
      return first !== undefined && isAllUnreached(index, first, group.blocks.length) ? [{ group, g, first }] : []
    })
    // Chains from their beginning first; the remaining groups form loops.
    for (const mayHaveWayIn of [false, true]) {
      for (const { group, g, first } of entries) {
        if (seen[first] || (!mayHaveWayIn && hasWayIn.has(first))) continue
        const others = spread(index, first, seen) - 1
        const behind = others > 0 ? `, nor to ${others === 1 ? 'the group' : `the ${others} groups`} behind it` : ''
        yield {
          location: { groupId: group.id, path: `groups.${g}` },
          message: `No path leads to the group "${group.title}"${behind}. Connect it, or remove it.`,
        }
      }
    }
  },
}

const waysOf = (index: FlowIndex, node: number): number[] => {
  const step = index.steps[node]
  return step ? [...step.to, ...step.later] : []
}

const isAllUnreached = (index: FlowIndex, first: number, length: number): boolean =>
  !index.isReached.slice(first, first + length).includes(true)

/** Marks everything reachable from a group, and counts the groups in it. */
const spread = (index: FlowIndex, first: number, seen: boolean[]): number => {
  const groups = new Set<unknown>()
  const open = [first]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen[node]) continue
    seen[node] = true
    groups.add(index.blocks[node]?.group)
    for (const way of waysOf(index, node)) open.push(way)
  }
  return groups.size
}
