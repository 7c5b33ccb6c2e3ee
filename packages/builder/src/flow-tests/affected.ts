import { type BotDocument, equal } from '@colloquy/flow/operations'

type Parts = Pick<BotDocument, 'groups' | 'edges' | 'events' | 'variables' | 'settings'>

/** Blocks at which a conversation may continue differently from the published version; `all` if the change is of the whole bot. */
export type Changed = ReadonlySet<string> | 'all'

/** True if a test visits one of the blocks. */
export const isAffected = (visited: readonly string[], changed: Changed): boolean =>
  changed === 'all' || visited.some((id) => changed.has(id))

/** Compares the draft with the published version, in linear time; `all` if nothing is published. */
export function changedBlocks(live: object | null | undefined, draft: Parts): Changed {
  if (!live) return 'all'
  const base = live as Parts
  const isSame = equal(settingsOf(base), settingsOf(draft)) && equal(base.variables, draft.variables)
  if (!isSame || !equal(startsOf(base), startsOf(draft))) return 'all'
  const before = positionsOf(base)
  const changed = new Set<string>()
  for (const [id, position] of positionsOf(draft)) if (!equal(before.get(id), position)) changed.add(id)
  return changed
}

/** Rules for publishing change no conversation. */
const settingsOf = ({ settings: { publishing: _, ...settings } }: Parts) => settings

function startsOf({ events, edges }: Parts): unknown {
  const ids = new Set(events.map(({ id }) => id))
  const from = edges.filter(({ from: { eventId } }) => eventId !== undefined && ids.has(eventId))
  return [events.map(({ graphCoordinates: _, ...event }) => event), from]
}

/** Each block with the targets of its edges, and the next block of its group. */
function positionsOf({ groups, edges }: Parts): Map<string, object> {
  const entered = new Map(groups.map(({ id, blocks }) => [id, blocks[0]?.id]))
  const leaving = new Map<string, unknown[]>()
  for (const { from, to } of edges) {
    if (from.blockId === undefined) continue
    const list = leaving.get(from.blockId) ?? []
    list.push([from.itemId, from.pathId, to.groupId, to.blockId ?? entered.get(to.groupId)])
    leaving.set(from.blockId, list)
  }
  return new Map(
    groups.flatMap(({ blocks }) =>
      blocks.map(
        (block, at) => [block.id, { block, next: blocks[at + 1]?.id, leaving: leaving.get(block.id) }] as const,
      ),
    ),
  )
}
