import { BlockPlaces } from './block-places.js'
import type { BotDocument } from './bot-document.js'
import type { Operation } from './operation.js'
import { type Path, valueAt } from './path.js'

/** The same operation with its paths updated to where its blocks are now, if others have moved them to another group. */
export function relocate(document: BotDocument, operation: Operation, places = new BlockPlaces()): Operation {
  switch (operation.kind) {
    case 'set':
      return { ...operation, path: relocatePath(document, operation.path, places) }
    case 'insert':
    case 'remove':
      return { ...operation, spot: { ...operation.spot, list: relocatePath(document, operation.spot.list, places) } }
    case 'move': {
      const [from, to] = [operation.from, operation.to].map((it) => ({
        ...it,
        list: relocatePath(document, it.list, places),
      }))
      return { ...operation, from: from!, to: to! }
    }
  }
}

function relocatePath(document: BotDocument, path: Path, places: BlockPlaces): Path {
  const [groups, , blocks, block, ...rest] = path
  if (groups !== 'groups' || blocks !== 'blocks' || !block?.startsWith('#')) return path
  if (valueAt(document, path.slice(0, 4)) !== undefined) return path
  const found = places.find(document, block.slice(1))
  return found ? ['groups', `#${found.group.id}`, 'blocks', block, ...rest] : path
}
