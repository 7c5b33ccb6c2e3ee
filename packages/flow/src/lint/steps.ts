import { type Block, isInputBlock } from '../blocks-schema/block.js'
import { isSinglePlaceholder } from '../num-or-var.js'
import { type BlockPlace, blockIn, type FlowParts, groupNamed, itemsOf, nodeBehind } from './flow-parts.js'

/** Where a walk may go from a block, by the rules of a run. */
export interface Step {
  /** Blocks that may come next within the same turn, or behind the answer when the block waits. */
  to: number[]
  /** Blocks that may come at some later time: the place that a Return goes back to. */
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
  const hasReturn = parts.blocks.some(({ block }) => block.type === 'Return')
  return parts.blocks.map((place) => stepOf(parts, place, hasReturn))
}

const stepOf = (parts: FlowParts, at: BlockPlace, hasReturn: boolean): Step => {
  const { block } = at
  const step: Step = { to: [], later: [], mayEnd: false, waits: doesWait(block), goesAnywhere: false }
  const go = (node: number | undefined) => {
    if (node === undefined) step.mayEnd = true
    else step.to.push(node)
  }
  if (isInputBlock(block)) {
    const edges = itemsOf(block).flatMap((item) => [item, ...(item.paths ?? [])])
    if (!isMultiple(block))
      for (const { outgoingEdgeId } of edges) if (outgoingEdgeId) go(nodeBehind(parts, outgoingEdgeId))
    go(block.outgoingEdgeId === undefined ? following(at) : nodeBehind(parts, block.outgoingEdgeId))
    return step
  }
  switch (block.type) {
    case 'Condition':
      for (const item of block.items) go(nodeBehind(parts, item.outgoingEdgeId))
      break
    case 'AB test': {
      const [a, b] = block.items
      if (b.outgoingEdgeId === undefined && a.outgoingEdgeId === undefined) break
      for (const { outgoingEdgeId } of [a, b]) if (outgoingEdgeId !== undefined) go(nodeBehind(parts, outgoingEdgeId))
      if (b.outgoingEdgeId === undefined) go(after(parts, at))
      return step
    }
    case 'Jump': {
      const target = jumpTarget(parts, block.options?.groupId, block.options?.blockId)
      if (target === 'unset') break
      if (target === 'any') step.goesAnywhere = true
      if (typeof target === 'number') step.to.push(target)
      else step.mayEnd = true
      const next = after(parts, at)
      if (hasReturn && next !== undefined) step.later.push(next)
      return step
    }
    case 'Return':
      step.mayEnd = true
      break
    case 'Bot link': {
      const { botId, groupId } = block.options ?? {}
      if (botId !== 'current') break
      const start = nodeBehind(parts, parts.flow.events[0]?.outgoingEdgeId)
      const target = groupId === undefined ? start : jumpTarget(parts, groupId, undefined)
      if (target === 'any') step.goesAnywhere = true
      if (typeof target === 'number') step.to.push(target)
      step.mayEnd = true
    }
  }
  go(after(parts, at))
  return step
}

/** Node of the block that a Jump goes to. */
const jumpTarget = (
  parts: FlowParts,
  groupId: string | undefined,
  blockId: string | undefined,
): number | 'unset' | 'any' | 'none' => {
  if (!groupId) return 'unset'
  if (isSinglePlaceholder(groupId)) return 'any'
  const group = groupNamed(parts, groupId)
  const first = group && parts.firstNode.get(group)
  if (group === undefined || first === undefined) return 'none'
  return blockId ? (blockIn(parts, group, blockId)?.node ?? 'none') : first
}

/** The next block of the group, else what is behind the block's own edge: only the last block's edge is followed. */
const after = (parts: FlowParts, at: BlockPlace): number | undefined =>
  following(at) ?? nodeBehind(parts, at.block.outgoingEdgeId)

const following = (at: BlockPlace): number | undefined =>
  at.index + 1 < at.group.blocks.length ? at.node + 1 : undefined

const isMultiple = (block: Block): boolean =>
  (block.type === 'choice input' || block.type === 'picture choice input') && block.options?.isMultipleChoice === true

/** Whether the turn ends at a block: inputs, what the client has to answer, and other bots, which may ask something. */
const doesWait = (block: Block): boolean => {
  if (isInputBlock(block)) return true
  switch (block.type) {
    case 'webhook':
      return true
    case 'embed':
      return block.content?.waitForEvent?.isEnabled === true
    case 'Wait':
      return block.options?.shouldPause === true
    case 'Bot link':
      return block.options?.botId !== undefined && block.options.botId !== 'current'
    case 'Webhook':
    case 'Zapier':
    case 'Make.com':
    case 'Pabbly':
      return block.options?.isExecutedOnClient === true && Boolean(block.options.webhook?.url)
    case 'Set variable': {
      const { options } = block
      if (options?.variableId === undefined) return false
      if (options.type === 'Moment of the day' || options.type === 'Device type') return true
      const isCustom = options.type === undefined || options.type === 'Custom'
      return isCustom && options.isExecutedOnClient === true && options.expressionToEvaluate !== undefined
    }
    default:
      return false
  }
}
