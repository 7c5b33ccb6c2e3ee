import type { Edge } from '@colloquy/flow'
import type { BotDocument } from './bot-document.js'
import { exitPath } from './exits.js'
import { valueAt, withValueAt } from './path.js'

/**
 * Removes edges that two merged edits have torn off: those that were drawn in one of the sources and now begin or end nowhere.
 * What was loose in the sources already is left as it is.
 */
export function mendReferences(document: BotDocument, sources: readonly BotDocument[]): BotDocument {
  const wasDrawn = (edge: Edge) =>
    sources.some((source) => source.edges.some(({ id }) => id === edge.id) && isDrawn(source, edge))
  const torn = document.edges.filter((edge) => !isDrawn(document, edge) && wasDrawn(edge))
  const gone = new Set(torn.map(({ id }) => id))
  const present = new Set(document.edges.map(({ id }) => id).filter((id) => !gone.has(id)))
  let mended = torn.length > 0 ? { ...document, edges: document.edges.filter(({ id }) => present.has(id)) } : document
  const once = new Map(sources.flatMap((source) => source.edges).map((edge) => [edge.id, edge]))
  for (const [id, edge] of once) {
    if (present.has(id)) continue
    const path = exitPath(mended, edge.from)
    if (path && valueAt(mended, path) === id) mended = withValueAt(mended, path, () => undefined)
  }
  return mended
}

function isDrawn(document: BotDocument, edge: Edge): boolean {
  const path = exitPath(document, edge.from)
  if (!path || valueAt(document, path) !== edge.id) return false
  const group = document.groups.find(({ id }) => id === edge.to.groupId)
  if (!group) return false
  return edge.to.blockId === undefined || group.blocks.some(({ id }) => id === edge.to.blockId)
}
