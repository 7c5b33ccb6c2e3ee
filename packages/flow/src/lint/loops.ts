import type { FlowIndex } from './flow-index.js'
import type { BlockLocation } from './flow-parts.js'

/** Blocks that lead back to each other without asking anything. */
export interface Loop {
  /** In the order of the document. */
  readonly blocks: readonly BlockLocation[]
  /** True if any of them can leave the loop, or end. */
  readonly hasWayOut: boolean
}

/**
 * All reachable loops that never ask the visitor: the strongly connected components of the graph of steps without the blocks that wait.
 * Tarjan's algorithm with an explicit stack, linear in blocks and steps.
 */
export const silentLoops = (index: FlowIndex): Loop[] => {
  const { steps, blocks } = index
  const order = new Int32Array(blocks.length).fill(-1)
  const low = new Int32Array(blocks.length)
  const isOpen = new Uint8Array(blocks.length)
  const part = new Int32Array(blocks.length).fill(-1)
  const open: number[] = []
  const loops: Loop[] = []
  let count = 0
  let parts = 0
  const waysOf = (node: number): readonly number[] => (steps[node]?.waits ? [] : (steps[node]?.to ?? []))

  const close = (root: number) => {
    const nodes: number[] = []
    for (let node = -1; node !== root; ) {
      node = open.pop() ?? root
      isOpen[node] = 0
      part[node] = parts
      nodes.push(node)
    }
    const isLoop = nodes.length > 1 || waysOf(root).includes(root)
    if (isLoop) {
      const hasWayOut = nodes.some((node) => {
        const step = steps[node]
        return step?.mayEnd || step?.goesAnywhere || waysOf(node).some((next) => part[next] !== parts)
      })
      const sorted = nodes.toSorted((a, b) => a - b)
      loops.push({ blocks: sorted.flatMap((node) => blocks[node] ?? []), hasWayOut })
    }
    parts += 1
  }

  const visit = (start: number) => {
    const path: { node: number; next: number }[] = []
    const enter = (node: number) => {
      order[node] = count
      low[node] = count
      count += 1
      isOpen[node] = 1
      open.push(node)
      path.push({ node, next: 0 })
    }
    enter(start)
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const next = waysOf(top.node)[top.next]
      top.next += 1
      if (next === undefined) {
        path.pop()
        const parent = path.at(-1)
        if (parent) low[parent.node] = Math.min(low[parent.node] ?? 0, low[top.node] ?? 0)
        if (low[top.node] === order[top.node]) close(top.node)
      } else if (order[next] === -1) enter(next)
      else if (isOpen[next]) low[top.node] = Math.min(low[top.node] ?? 0, order[next] ?? 0)
    }
  }
  for (const { node } of blocks) if (index.isReached[node] && order[node] === -1) visit(node)
  return loops
}
