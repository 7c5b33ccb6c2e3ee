import type { Block } from '../blocks-schema/block.js'
import type { Group } from '../flow-schema.js'
import type { BotDocument } from './bot-document.js'
import type { Operation } from './operation.js'
import { type Identified, indexOfId } from './path.js'

type Found = { group: Group; block: Block }

/**
 * Finds blocks of a document by id while operations change it, without searching through all groups. Built by the first search. Groups that
 * a block has left stay in the index; each hit is checked against the document.
 */
export class BlockPlaces {
  #groupsOf: Map<string, string[]> | undefined

  find(document: Pick<BotDocument, 'groups'>, blockId: string): Found | undefined {
    this.#groupsOf ??= indexOf(document.groups)
    for (const groupId of this.#groupsOf.get(blockId) ?? []) {
      const group = document.groups[indexOfId(document.groups, groupId)]
      const block = group?.blocks?.find(({ id }) => id === blockId)
      if (group && block) return { group, block }
    }
    return undefined
  }

  /** Must be called with each operation that was applied. */
  applied(operation: Operation): void {
    const groups = this.#groupsOf
    if (!groups) return
    if (operation.kind === 'insert') {
      const { list } = operation.spot
      const { element } = operation
      if (list.length === 1 && list[0] === 'groups') {
        for (const { id } of blocksIn(element)) addBlock(groups, id, element.id)
      } else if (isBlockList(list)) addBlock(groups, element.id, list[1]!.slice(1))
    } else if (operation.kind === 'move') {
      const { list } = operation.to
      if (isBlockList(list)) addBlock(groups, operation.id, list[1]!.slice(1))
    } else if (operation.kind === 'set') {
      const [part, , field] = operation.path
      const mayReplaceBlocks = part === 'groups' && operation.path.length <= 3 && (field ?? 'blocks') === 'blocks'
      if (mayReplaceBlocks) this.#groupsOf = undefined
    }
  }
}

export const isBlockList = (list: readonly string[]): boolean =>
  list.length === 3 && list[0] === 'groups' && list[2] === 'blocks'

/** The blocks of an element that is a group. */
export const blocksIn = ({ blocks }: Identified): readonly Identified[] => (Array.isArray(blocks) ? blocks : [])

function indexOf(groups: readonly Group[]): Map<string, string[]> {
  const places = new Map<string, string[]>()
  for (const { id, blocks } of groups) for (const block of blocks ?? []) addBlock(places, block.id, id)
  return places
}

function addBlock(places: Map<string, string[]>, blockId: string, groupId: string): void {
  const known = places.get(blockId)
  if (!known) places.set(blockId, [groupId])
  else if (!known.includes(groupId)) known.push(groupId)
}
