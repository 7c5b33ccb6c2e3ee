import type { Block, Group } from '@colloquy/flow'
import { type CompiledFlow, targetOfEdge } from './compiled-flow.js'

/** The next block: in the same group, else the first one behind the block's own edge. */
export function nextBlock(compiledFlow: CompiledFlow, block: Block): { group: Group; block: Block } | undefined {
  const location = compiledFlow.blockById.get(block.id)
  const following = location?.group.blocks[location.index + 1]
  if (location && following) return { group: location.group, block: following }
  const target = targetOfEdge(compiledFlow, block.outgoingEdgeId)
  const group = target && compiledFlow.groupById.get(target.groupId)
  const first = group && (group.blocks.find((candidate) => candidate.id === target.blockId) ?? group.blocks[0])
  return group && first ? { group, block: first } : undefined
}
