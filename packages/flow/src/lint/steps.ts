import type { JumpTarget } from '../blocks/define.js'
import { definitionOf } from '../blocks/registry.js'
import type { Block } from '../blocks-schema/block.js'
import { isInputBlock } from '../blocks-schema/block-sections.js'
import { blockExits } from '../exits.js'
import { actionOf } from '../integrations/registry.js'
import { itemsOf } from '../items.js'
import { isSinglePlaceholder } from '../num-or-var.js'
import { type BlockLocation, blockIn, type FlowParts, groupNamed, nodeBehind } from './flow-parts.js'

/** Possible continuations of a run after a block. */
export interface Step {
  /** Blocks that may come next within the same turn, or after the answer if the block waits. */
  to: number[]
  /** Blocks that may come later: the place that a Return goes back to. */
  later: number[]
  /** The branch may end here. */
  mayEnd: boolean
  /** The turn ends here until the visitor or the client has replied. */
  waits: boolean
  /** May go to any group: a variable names it. */
  goesAnywhere: boolean
}

/** The steps of all blocks, by their number. */
export const stepsOf = (parts: FlowParts): Step[] => {
  const hasReturn = parts.blocks.some(({ block }) => definitionOf(block.type)?.returns)
  return parts.blocks.map((location) => stepOf(parts, location, hasReturn))
}

const stepOf = (parts: FlowParts, at: BlockLocation, hasReturn: boolean): Step => {
  const { block } = at
  const definition = definitionOf(block.type)
  const step: Step = { to: [], later: [], mayEnd: false, waits: doesWait(block), goesAnywhere: false }
  const go = (node: number | undefined) => {
    if (node === undefined) step.mayEnd = true
    else step.to.push(node)
  }
  if (isInputBlock(block)) {
    const edges = itemsOf(block).flatMap((item) => [item, ...(item.paths ?? [])])
    if (!definition?.isMultiple?.(block))
      for (const { outgoingEdgeId } of edges) if (outgoingEdgeId) go(nodeBehind(parts, outgoingEdgeId))
    for (const { outgoingEdgeId } of blockExits(block)) if (outgoingEdgeId) go(nodeBehind(parts, outgoingEdgeId))
    for (const location of definition?.leadsTo?.(block) ?? []) {
      const target = targetOf(parts, location)
      if (target === 'any') step.goesAnywhere = true
      if (typeof target === 'number') step.to.push(target)
    }
    go(block.outgoingEdgeId === undefined ? following(at) : nodeBehind(parts, block.outgoingEdgeId))
    return step
  }
  const { edges = [], jump, mayEnd, isLeft, marksReturn } = definition?.ways?.(block) ?? {}
  for (const edgeId of edges) go(nodeBehind(parts, edgeId))
  for (const { outgoingEdgeId } of blockExits(block)) if (outgoingEdgeId) go(nodeBehind(parts, outgoingEdgeId))
  if (jump) {
    const target = targetOf(parts, jump)
    if (target === 'any') step.goesAnywhere = true
    if (typeof target === 'number') step.to.push(target)
    else if (!mayEnd) step.mayEnd = true
  }
  if (mayEnd) step.mayEnd = true
  const next = after(parts, at)
  if (marksReturn && hasReturn && next !== undefined) step.later.push(next)
  if (!isLeft) go(next)
  return step
}

/** Node of the block that a jump goes to. */
const targetOf = (parts: FlowParts, { groupId, blockId }: JumpTarget): number | 'any' | 'none' => {
  if (groupId === undefined) return nodeBehind(parts, parts.flow.events[0]?.outgoingEdgeId) ?? 'none'
  if (isSinglePlaceholder(groupId)) return 'any'
  const group = groupNamed(parts, groupId)
  const first = group && parts.firstNode.get(group)
  if (group === undefined || first === undefined) return 'none'
  return blockId ? (blockIn(parts, group, blockId)?.node ?? 'none') : first
}

/** The next block of the group, or else the one behind the block's own edge: only the last block's edge is followed. */
const after = (parts: FlowParts, at: BlockLocation): number | undefined =>
  following(at) ?? nodeBehind(parts, at.block.outgoingEdgeId)

const following = (at: BlockLocation): number | undefined =>
  at.index + 1 < at.group.blocks.length ? at.node + 1 : undefined

/** True if the action of an integration shows something in the chat that the conversation waits for. */
const waitsForPage = (block: Block): boolean => {
  const options = 'options' in block ? (block.options as { action?: unknown } | undefined) : undefined
  return actionOf(block.type, options?.action)?.savesReplyIn !== undefined
}

/** True if the turn ends at a block: inputs, blocks that wait for the client, and links to other bots, which may ask something. */
const doesWait = (block: Block): boolean =>
  isInputBlock(block) || waitsForPage(block) || definitionOf(block.type)?.waits?.(block) === true
