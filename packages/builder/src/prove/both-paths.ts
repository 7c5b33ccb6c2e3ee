import { type BotDocument, equal, findBlock } from '@colloquy/flow/operations'
import type { TurnPair } from '@colloquy/prove'

type Flow = Pick<BotDocument, 'events' | 'groups' | 'edges'>
type Edge = Flow['edges'][number]
type Group = Flow['groups'][number]

export const versions = ['both', 'before', 'after'] as const
/** Ids by the version that visited them. */
type ByVersion = Record<(typeof versions)[number], string[]>

/** The paths of one conversation through the published version (before) and the draft (after). */
export interface BothPaths {
  blocks: ByVersion
  groups: ByVersion
  /** Edges of the draft. */
  edges: ByVersion
  /** Ways of the published version that the draft does not have: the edge is gone, leads elsewhere, or leaves another block. */
  lostEdges: Edge[]
  /** Groups of the published version that were visited and are gone. */
  lostGroups: Group[]
}

export function bothPaths(turns: readonly TurnPair[], draft: Flow, release: Flow): BothPaths {
  const before = new Set(turns.flatMap((turn) => visited(turn.before)))
  const after = new Set(turns.flatMap((turn) => (turn.after ? visited(turn.after) : [])))
  const groupsBefore = groupsOf(before, release)
  const drafted = new Set(draft.groups.map(({ id }) => id))
  const edgesBefore = new Set(turns.flatMap((turn) => turn.before.edges))
  const edgesAfter = new Set(turns.flatMap((turn) => turn.after?.edges ?? []))
  const kept = new Map(draft.edges.map((edge) => [edge.id, edge]))
  const lostEdges = release.edges.filter((edge) => edgesBefore.has(edge.id) && !isSameWay(edge, kept.get(edge.id)))
  for (const { id } of lostEdges) edgesBefore.delete(id)
  return {
    blocks: byVersion(before, after),
    groups: byVersion(groupsBefore, groupsOf(after, draft)),
    edges: byVersion(edgesBefore, edgesAfter),
    lostEdges,
    lostGroups: release.groups.filter(({ id }) => groupsBefore.has(id) && !drafted.has(id)),
  }
}

function visited({ path, awaits }: TurnPair['before']): readonly string[] {
  return awaits ? [...path, awaits] : path
}

function groupsOf(blockIds: ReadonlySet<string>, { groups }: Flow): Set<string> {
  return new Set(groups.filter(({ blocks }) => blocks.some(({ id }) => blockIds.has(id))).map(({ id }) => id))
}

function isSameWay({ from, to }: Edge, other: Edge | undefined): boolean {
  return equal({ from, to }, { from: other?.from, to: other?.to })
}

function byVersion(before: ReadonlySet<string>, after: ReadonlySet<string>): ByVersion {
  return {
    both: [...before].filter((id) => after.has(id)),
    before: [...before].filter((id) => !after.has(id)),
    after: [...after].filter((id) => !before.has(id)),
  }
}

/** The node that an edge leaves, of the version that has it. */
export function sourceOf({ from }: Edge, { groups }: Flow): string | undefined {
  return 'eventId' in from ? from.eventId : findBlock({ groups } as BotDocument, from.blockId)?.group.id
}
