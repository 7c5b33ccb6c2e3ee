import { blockExits } from '../exits.js'
import type { Edge } from '../flow-schema.js'
import { itemsOf } from '../items.js'
import type { BotDocument } from './bot-document.js'
import { exitKey } from './exits.js'
import { type Path, withValueAt } from './path.js'

/**
 * Repairs edges that merged edits have broken: an edge to a block that moved to another group follows it, an edge to a deleted block leads
 * to its group, and an edge whose group or exit was deleted is removed, together with its id at its start. Repairs only edges that were
 * intact in `before` or were added by an edit (`drawn`): edges that were already broken stay unchanged.
 */
export function repairReferences(
  document: BotDocument,
  before: BotDocument,
  drawn: ReadonlySet<string>,
): { document: BotDocument; torn: Edge[] } {
  const owners = ownersOf(document)
  const earlier = ownersOf(before)
  const wasWhole = new Set(before.edges.filter((edge) => isWhole(earlier, edge)).map(({ id }) => id))
  const torn: Edge[] = []
  const edges = document.edges.flatMap((edge) => {
    if (isWhole(owners, edge) || !(wasWhole.has(edge.id) || drawn.has(edge.id))) return [edge]
    const mended = { ...edge, to: targetOf(owners, edge.to) }
    if (isWhole(owners, mended)) return [mended]
    torn.push(edge)
    return []
  })
  const isSame = edges.every((edge, index) => edge === document.edges[index]) && torn.length === 0
  const present = new Set(edges.map(({ id }) => id))
  const known = new Set(before.edges.map(({ id }) => id))
  const isTorn = (key: string, edgeId: string | undefined) =>
    edgeId !== undefined && !present.has(edgeId) && !(earlier.exits.get(key)?.edgeId === edgeId && !known.has(edgeId))
  const cleared = [...owners.exits].flatMap(([key, { path, edgeId }]) => (isTorn(key, edgeId) ? [path] : []))
  return { document: withoutFields(isSame ? document : { ...document, edges }, cleared), torn }
}

/** The document without the fields at these paths, which begin with a list and the id of an element of it. */
function withoutFields(document: BotDocument, paths: readonly Path[]): BotDocument {
  const ofElement = new Map<string, Path[]>()
  for (const [list, element, ...inside] of paths) {
    const key = `${list}/${element}`
    const known = ofElement.get(key)
    if (known) known.push(inside)
    else ofElement.set(key, [inside])
  }
  if (ofElement.size === 0) return document
  const clear = <T extends { id: string }>(list: 'events' | 'groups', element: T): T =>
    (ofElement.get(`${list}/#${element.id}`) ?? []).reduce(
      (it, path) => withValueAt(it, path, () => undefined),
      element,
    )
  return {
    ...document,
    events: document.events.map((event) => clear('events', event)),
    groups: document.groups.map((group) => clear('groups', group)),
  }
}

/** Possible starts and ends of edges, by id. */
interface Owners {
  exits: ReadonlyMap<string, { path: Path; edgeId: string | undefined }>
  groups: ReadonlySet<string>
  groupOfBlock: ReadonlyMap<string, string>
}

function ownersOf({ events, groups }: BotDocument): Owners {
  const exits = new Map<string, { path: Path; edgeId: string | undefined }>()
  const groupOfBlock = new Map<string, string>()
  const add = (from: Edge['from'], path: Path, edgeId: string | undefined) =>
    exits.set(exitKey(from), { path: [...path, 'outgoingEdgeId'], edgeId })
  for (const { id, outgoingEdgeId } of events) add({ eventId: id }, ['events', `#${id}`], outgoingEdgeId)
  for (const group of groups) {
    for (const block of group.blocks) {
      const blockId = block.id
      groupOfBlock.set(blockId, group.id)
      const location = ['groups', `#${group.id}`, 'blocks', `#${blockId}`]
      add({ blockId }, location, block.outgoingEdgeId)
      for (const { id, outgoingEdgeId } of blockExits(block))
        add({ blockId, itemId: id }, [...location, 'exits', `#${id}`], outgoingEdgeId)
      for (const item of itemsOf(block)) {
        const row = [...location, 'items', `#${item.id}`]
        add({ blockId, itemId: item.id }, row, item.outgoingEdgeId)
        for (const { id, outgoingEdgeId } of item.paths ?? [])
          add({ blockId, itemId: item.id, pathId: id }, [...row, 'paths', `#${id}`], outgoingEdgeId)
      }
    }
  }
  return { exits, groups: new Set(groups.map(({ id }) => id)), groupOfBlock }
}

function isWhole({ exits, groups, groupOfBlock }: Owners, { id, from, to }: Edge): boolean {
  if (exits.get(exitKey(from))?.edgeId !== id) return false
  return to.blockId === undefined ? groups.has(to.groupId) : groupOfBlock.get(to.blockId) === to.groupId
}

function targetOf({ groupOfBlock }: Owners, to: Edge['to']): Edge['to'] {
  const groupId = to.blockId === undefined ? undefined : groupOfBlock.get(to.blockId)
  return groupId === undefined ? { groupId: to.groupId } : { ...to, groupId }
}
