import type { Block, Edge, Group, Variable } from '@colloquy/flow'
import { blockExits } from '@colloquy/flow/blocks'
import { type BotDocument, findBlock, itemsOf } from '@colloquy/flow/operations'

/** Groups to paste in another place, tab or bot: with the edges between them and the variables that they name. */
export interface Clip {
  colloquy: 'groups'
  /** A single block was copied: its group contains nothing else and is pasted only if there is no other group for it. */
  isBlock?: true
  groups: Group[]
  edges: Edge[]
  variables: Variable[]
}

/** Copies groups from a document. */
export function clipOf(document: BotDocument, groupIds: ReadonlySet<string>): Clip {
  const groups = document.groups.filter(({ id }) => groupIds.has(id))
  const blockIds = new Set(groups.flatMap((group) => group.blocks.map(({ id }) => id)))
  const isInside = ({ from, to }: Edge) =>
    from.blockId !== undefined && blockIds.has(from.blockId) && groupIds.has(to.groupId)
  const text = JSON.stringify(groups)
  const isNamed = ({ id, name }: Variable) => text.includes(JSON.stringify(id)) || text.includes(`{{${name}}}`)
  return {
    colloquy: 'groups',
    groups,
    edges: document.edges.filter(isInside),
    variables: document.variables.filter(isNamed),
  }
}

/** Copies a single block from a document, without its edges. */
export function clipOfBlock(document: BotDocument, blockId: string): Clip | undefined {
  const found = findBlock(document, blockId)
  if (!found) return undefined
  const group = { ...found.group, title: '', blocks: [found.block] }
  const { variables } = clipOf({ ...document, groups: [group] }, new Set([group.id]))
  return { colloquy: 'groups', isBlock: true, groups: [group], edges: [], variables }
}

/** Reads a clip from the text of a clipboard; undefined for other text. */
export function readClip(text: string): Clip | undefined {
  if (!text.startsWith('{"colloquy":"groups"')) return undefined
  try {
    const clip = JSON.parse(text) as Clip
    const isWhole = [clip.groups, clip.edges, clip.variables].every(Array.isArray) && clip.groups.length > 0
    return isWhole && clip.groups.every((it) => typeof it.graphCoordinates?.x === 'number') ? clip : undefined
  } catch {
    return undefined
  }
}

/** Returns the same groups with new ids. Variables are matched by name with those of the document. */
export function copyClip(clip: Clip, known: readonly Variable[], newId: () => string) {
  const ids = new Map<string, string>()
  const idFor = (id: string) => ids.get(id) ?? ids.set(id, newId()).get(id)!
  const variables: Variable[] = []
  for (const variable of clip.variables) {
    const same = known.find(({ name }) => name === variable.name)
    if (!same) variables.push({ ...variable, id: idFor(variable.id) })
    else ids.set(variable.id, same.id)
  }
  const edgeIds = new Set(clip.edges.map(({ id }) => id))
  for (const group of clip.groups) {
    idFor(group.id)
    for (const block of group.blocks) for (const id of innerIds(block)) idFor(id)
  }
  for (const id of edgeIds) idFor(id)
  const groups = renamed(clip.groups, ids, edgeIds) as Group[]
  return { groups, edges: renamed(clip.edges, ids, edgeIds) as Edge[], variables }
}

/** Returns a block with new ids and without edges. */
export function copyBlock(block: Block, newId: () => string): Block {
  const ids = new Map(innerIds(block).map((id) => [id, newId()]))
  return renamed(block, ids, new Set()) as Block
}

const innerIds = (block: Block): string[] => [
  block.id,
  ...blockExits(block).map(({ id }) => id),
  ...itemsOf(block).flatMap((item) => [item.id, ...(item.paths ?? []).map(({ id }) => id)]),
]

/** Replaces ids only where they are used as ids: a title that looks like one stays. Removes exits to edges that are not copied. */
function renamed(value: unknown, ids: ReadonlyMap<string, string>, edgeIds: ReadonlySet<string>, key = ''): unknown {
  if (typeof value === 'string') return namesIds.test(key) ? (ids.get(value) ?? value) : value
  if (Array.isArray(value)) return value.map((element) => renamed(element, ids, edgeIds, key))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(
    ([inner, held]) => inner !== 'outgoingEdgeId' || edgeIds.has(held as string),
  )
  return Object.fromEntries(entries.map(([inner, held]) => [inner, renamed(held, ids, edgeIds, inner)]))
}

/** Keys of ids: `id`, `groupId`, `saveUrlInVariableId`, `groupIds`. */
const namesIds = /^id$|Ids?$/
