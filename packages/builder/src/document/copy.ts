import type { Edge, Group, Variable } from '@colloquy/flow'
import { type BotDocument, findBlock } from '@colloquy/flow/operations'
import { variableFinder } from './names-variable.js'

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
  return {
    colloquy: 'groups',
    groups,
    edges: document.edges.filter(isInside),
    variables: document.variables.filter(variableFinder(groups)),
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

/** True for a text of a clipboard that holds a clip, of this version or another. */
export const holdsClip = (text: string): boolean => text.startsWith('{"colloquy":"groups"')
