import type { Block, Edge, Variable } from '@colloquy/flow'
import { blockExits } from '@colloquy/flow/blocks'
import { itemsOf, withUniqueIds } from '@colloquy/flow/operations'
import type { Clip } from './copy.js'

/** Returns the same groups with new ids. Variables are matched by name with those of the document. */
export function copyClip(clip: Clip, known: readonly Variable[], newId: () => string) {
  const { groups, edges, variables } = withUniqueIds({ events: [], ...clip }).flow
  const ids = new NewIds(newId)
  const added: Variable[] = []
  const knownIds = new Map(known.toReversed().map(({ name, id }) => [name, id]))
  for (const variable of variables) {
    const same = knownIds.get(variable.name)
    if (same !== undefined) ids.set('variable', variable.id, same)
    else added.push({ ...variable, id: ids.add('variable', variable.id) })
  }
  for (const group of groups) {
    ids.add('group', group.id)
    for (const block of group.blocks) addIds(block, ids)
  }
  for (const { id } of edges) ids.add('edge', id)
  return {
    groups: groups.map(({ blocks, ...group }) => ({
      ...group,
      id: ids.of('group', group.id),
      blocks: blocks.map((block) => renamedBlock(block, ids)),
    })),
    edges: edges.map((edge) => ({ ...(renamed(edge, ids) as Edge), id: ids.of('edge', edge.id) })),
    variables: added,
  }
}

/** Returns a block with new ids and without edges. */
export function copyBlock(block: Block, newId: () => string): Block {
  const ids = new NewIds(newId)
  addIds(block, ids)
  return renamedBlock(block, ids)
}

type Kind = 'variable' | 'group' | 'block' | 'row' | 'edge'

/** The new ids of a copy by the old ones: elements of different kinds may have had the same. */
class NewIds {
  readonly #ids: Record<Kind, Map<string, string>> = {
    variable: new Map(),
    group: new Map(),
    block: new Map(),
    row: new Map(),
    edge: new Map(),
  }
  readonly #newId: () => string

  constructor(newId: () => string) {
    this.#newId = newId
  }

  add(kind: Kind, id: string): string {
    return this.#ids[kind].get(id) ?? this.set(kind, id, this.#newId())
  }

  set(kind: Kind, id: string, next: string): string {
    this.#ids[kind].set(id, next)
    return next
  }

  has(kind: Kind, id: unknown): boolean {
    return this.#ids[kind].has(id as string)
  }

  /** The new id; the old one for an element that is not copied. */
  of(kind: Kind, id: string): string {
    return this.#ids[kind].get(id) ?? id
  }
}

function addIds(block: Block, ids: NewIds): void {
  ids.add('block', block.id)
  for (const { id } of blockExits(block)) ids.add('row', id)
  for (const item of itemsOf(block)) {
    ids.add('row', item.id)
    for (const { id } of item.paths ?? []) ids.add('row', id)
  }
}

const renamedBlock = (block: Block, ids: NewIds): Block => ({
  ...(renamed(block, ids) as Block),
  id: ids.of('block', block.id),
})

/** The kinds of ids by the keys that hold them: `saveUrlInVariableId`, `groupIds`, `id` of an item. */
const kinds: readonly (readonly [RegExp, Kind])[] = [
  [/variableIds?$/i, 'variable'],
  [/groupIds?$/i, 'group'],
  [/blockIds?$/i, 'block'],
  [/edgeIds?$/i, 'edge'],
  [/^id$|^(item|path)Ids?$/, 'row'],
]

/** Replaces ids only where they are used as ids: a title that looks like one stays. Removes exits to edges that are not copied. */
function renamed(value: unknown, ids: NewIds, key = ''): unknown {
  if (typeof value === 'string') {
    const [, kind] = kinds.find(([pattern]) => pattern.test(key)) ?? []
    return kind ? ids.of(kind, value) : value
  }
  if (Array.isArray(value)) return value.map((element) => renamed(element, ids, key))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([inner, held]) => inner !== 'outgoingEdgeId' || ids.has('edge', held))
  return Object.fromEntries(entries.map(([inner, held]) => [inner, renamed(held, ids, inner)]))
}
