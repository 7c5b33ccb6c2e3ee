import { blockExits } from '../exits.js'
import type { Edge } from '../flow-schema.js'
import type { BlockPlaces } from './block-places.js'
import { type BotDocument, findBlock, itemsOf } from './bot-document.js'
import type { Path } from './path.js'

/** Start of an edge. */
export type Exit = Edge['from']

/**
 * The path of the id of the edge that leaves by an exit; undefined if there is no such exit. Pass `places` to look for many exits of one
 * document.
 */
export function exitPath(document: BotDocument, exit: Exit, places?: BlockPlaces): Path | undefined {
  if (exit.eventId !== undefined) {
    const isThere = document.events.some(({ id }) => id === exit.eventId)
    return isThere ? ['events', `#${exit.eventId}`, 'outgoingEdgeId'] : undefined
  }
  const found = places ? places.find(document, exit.blockId) : findBlock(document, exit.blockId)
  if (!found) return undefined
  const block: Path = ['groups', `#${found.group.id}`, 'blocks', `#${found.block.id}`]
  if (exit.itemId === undefined) return [...block, 'outgoingEdgeId']
  const item = itemsOf(found.block).find(({ id }) => id === exit.itemId)
  if (!item && exit.pathId === undefined && blockExits(found.block).some(({ id }) => id === exit.itemId))
    return [...block, 'exits', `#${exit.itemId}`, 'outgoingEdgeId']
  if (!item) return undefined
  if (exit.pathId === undefined) return [...block, 'items', `#${item.id}`, 'outgoingEdgeId']
  if (!item.paths?.some(({ id }) => id === exit.pathId)) return undefined
  return [...block, 'items', `#${item.id}`, 'paths', `#${exit.pathId}`, 'outgoingEdgeId']
}

/** An exit as a string key. */
export const exitKey = (exit: Exit): string =>
  exit.eventId ?? [exit.blockId, exit.itemId, exit.pathId].filter((part) => part !== undefined).join('/')

/** The edges that begin at a block or inside it. */
export const edgesFrom = (document: BotDocument, blockId: string): Edge[] =>
  document.edges.filter((edge) => edge.from.blockId === blockId)
