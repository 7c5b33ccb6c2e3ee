import type { Edge } from '@colloquy/flow'
import { exitKey } from '@colloquy/flow/operations'

const known = new WeakMap<readonly Edge[], ReadonlySet<string>>()

/** The exits that edges leave by. */
export function usedExits(edges: readonly Edge[]): ReadonlySet<string> {
  const used = known.get(edges) ?? new Set(edges.map(({ from }) => exitKey(from)))
  known.set(edges, used)
  return used
}
