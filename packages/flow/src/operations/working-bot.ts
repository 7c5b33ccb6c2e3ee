import type { BotDocument } from './bot-document.js'
import type { Operation } from './operation.js'
import type { Identified, Path } from './path.js'
import { WorkingDocument } from './working-document.js'

/** The document of a bot while operations change it. Also finds blocks, whichever group they are in. */
export class WorkingBot extends WorkingDocument<BotDocument> {
  /**
   * Groups that contain or contained a block, by its id. Built by the first search. Groups that a block has left stay in the lists; each hit
   * is checked against the document.
   */
  #groupsOf: Map<string, Set<string>> | undefined

  /** The path of the first block with this id; undefined if there is none. */
  pathOfBlock(blockId: string): Path | undefined {
    this.#groupsOf ??= groupsOfBlocks(this.document)
    for (const groupId of this.#groupsOf.get(blockId) ?? []) {
      const path = ['groups', `#${groupId}`, 'blocks', `#${blockId}`]
      if (this.has(path)) return path
    }
    return undefined
  }

  override apply(operation: Operation): boolean {
    const isChanged = super.apply(operation)
    if (isChanged && this.#groupsOf) this.#note(operation, this.#groupsOf)
    return isChanged
  }

  #note(operation: Operation, groupsOf: Map<string, Set<string>>): void {
    if (operation.kind === 'insert') {
      const { list } = operation.spot
      const { element } = operation
      if (list.length === 1 && list[0] === 'groups') {
        for (const { id } of blocksIn(element)) addGroup(groupsOf, id, element.id)
      } else if (isBlockList(list)) addGroup(groupsOf, element.id, list[1]!.slice(1))
    } else if (operation.kind === 'move') {
      const { list } = operation.to
      if (isBlockList(list)) addGroup(groupsOf, operation.id, list[1]!.slice(1))
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

function groupsOfBlocks({ groups }: Pick<BotDocument, 'groups'>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { id, blocks } of groups) for (const block of blocks ?? []) addGroup(found, block.id, id)
  return found
}

function addGroup(groupsOf: Map<string, Set<string>>, blockId: string, groupId: string): void {
  const known = groupsOf.get(blockId)
  if (known) known.add(groupId)
  else groupsOf.set(blockId, new Set([groupId]))
}
