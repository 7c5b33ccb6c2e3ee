import type { Edge } from '../flow-schema.js'
import type { BotDocument } from './bot-document.js'
import type { Path } from './path.js'
import type { WorkingBot } from './working-bot.js'

/** Start of an edge. */
export type Exit = Edge['from']

/** The path of the id of the edge that leaves by an exit; undefined if there is no such exit. */
export function exitPath(bot: WorkingBot, exit: Exit): Path | undefined {
  if (exit.eventId !== undefined) {
    const event = ['events', `#${exit.eventId}`]
    return bot.has(event) ? [...event, 'outgoingEdgeId'] : undefined
  }
  const block = bot.pathOfBlock(exit.blockId)
  if (!block) return undefined
  if (exit.itemId === undefined) return [...block, 'outgoingEdgeId']
  const item = [...block, 'items', `#${exit.itemId}`]
  if (bot.has(item)) {
    if (exit.pathId === undefined) return [...item, 'outgoingEdgeId']
    const path = [...item, 'paths', `#${exit.pathId}`]
    return bot.has(path) ? [...path, 'outgoingEdgeId'] : undefined
  }
  const own = [...block, 'exits', `#${exit.itemId}`]
  return exit.pathId === undefined && bot.has(own) ? [...own, 'outgoingEdgeId'] : undefined
}

/** An exit as a string key. */
export const exitKey = (exit: Exit): string =>
  exit.eventId ?? [exit.blockId, exit.itemId, exit.pathId].filter((part) => part !== undefined).join('/')

/** The edges that begin at a block or inside it. */
export const edgesFrom = (document: BotDocument, blockId: string): Edge[] =>
  document.edges.filter((edge) => edge.from.blockId === blockId)
