import type { Operation } from './operation.js'
import type { Path } from './path.js'
import type { WorkingBot } from './working-bot.js'

/** The same operation with its paths updated to where its blocks are now, if others have moved them to another group. */
export function relocate(bot: WorkingBot, operation: Operation): Operation {
  switch (operation.kind) {
    case 'set':
      return { ...operation, path: relocatePath(bot, operation.path) }
    case 'insert':
    case 'remove':
      return { ...operation, spot: { ...operation.spot, list: relocatePath(bot, operation.spot.list) } }
    case 'move': {
      const [from, to] = [operation.from, operation.to].map((it) => ({ ...it, list: relocatePath(bot, it.list) }))
      return { ...operation, from: from!, to: to! }
    }
  }
}

function relocatePath(bot: WorkingBot, path: Path): Path {
  const [groups, , blocks, block, ...rest] = path
  if (groups !== 'groups' || blocks !== 'blocks' || !block?.startsWith('#')) return path
  if (bot.has(path.slice(0, 4))) return path
  const found = bot.pathOfBlock(block.slice(1))
  return found ? [...found, ...rest] : path
}
