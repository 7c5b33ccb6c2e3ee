// The document that people edit and the operations that change it: applying, inverting, diffing and merging. Shared by client and server,
// and light enough for a page: no schemas here.

export { type Item, itemsOf } from '../items.js'
export { variablesReadBy } from '../lint/variables-read.js'
export { arrangeInColumns, type NodeSizes } from './arrange-in-columns.js'
export { type BotDocument, documentKeys, documentOf, findBlock } from './bot-document.js'
export { diff } from './diff.js'
export { equal } from './equal.js'
export { type Exit, edgesFrom, exitKey, exitPath } from './exits.js'
export {
  type Conflict as MergeConflict,
  type Merged,
  mergeBatches,
  mergeOne,
  mergeOperations,
} from './merge-operations.js'
export {
  invertOperations,
  type ListPosition,
  locationOf,
  type Operation,
} from './operation.js'
export { elementPath, type Identified, isIdentifiedList, locationFor, type Path, valueAt } from './path.js'
export { withUniqueIds } from './unique-ids.js'
export { WorkingBot } from './working-bot.js'
export { applyOperations } from './working-document.js'
