import type { Block } from '../blocks-schema/block.js'
import type { Group, Variable } from '../flow-schema.js'
import { placeholderNames } from './placeholder-names.js'
import { usesOf } from './uses.js'

/** The variables whose values a block reads, in the order of the flow's list. Names in inline code are not included. */
export function variablesReadBy(block: Block, group: Group, variables: readonly Variable[]): Variable[] {
  const location = { groupId: group.id, blockId: block.id, path: '' }
  const uses = usesOf({ node: 0, block, group, index: 0, location })
  const ids = new Set(uses.variables.flatMap(({ variableId, isWrite }) => (isWrite ? [] : [variableId])))
  const names = new Set(uses.texts.flatMap(({ text }) => [...placeholderNames(text)]))
  return variables.filter(({ id, name }) => ids.has(id) || names.has(name))
}
