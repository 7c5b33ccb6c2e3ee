import type { Block } from '@colloquy/flow'
import type { BlockRegistry } from './block-runtime.js'
import { type CompiledFlow, targetOfEdge } from './compiled-flow.js'
import type { TurnState } from './turn-state.js'

/**
 * Progress of the visitor, 0 to 100: answers given, relative to these plus the inputs on the longest remaining path. 100 only at the end;
 * undefined while the client performs an action.
 */
export function progressOf(state: TurnState, isEnd: boolean): number | undefined {
  const { progress, frames } = state.session
  if (!progress) return undefined
  if (isEnd) return 100
  const current = state.waitsAt
  if (!current || state.runtimeOf(current.block)?.kind !== 'input') return undefined
  let remaining = remainingInputs(state.compiledFlow, state.blocks, current.block.id)
  for (const [level, frame] of frames.entries()) {
    const [target] = frame.queue
    const owner = frames[level + 1] ?? frame
    const compiledFlow = state.compiledFlowOf(owner)
    const first = target && (target.blockId ?? compiledFlow.groupById.get(target.groupId)?.blocks[0]?.id)
    if (first) remaining += remainingInputs(compiledFlow, state.blocks, first)
  }
  const done = progress.totalAnswers + 1
  return Math.min(99.9, (100 * done) / (Math.max(1, remaining) + done))
}

/** Number of inputs on the longest path from a block, itself included; back edges are not followed. Computed once per compiled flow. */
function remainingInputs(compiledFlow: CompiledFlow, blocks: BlockRegistry, blockId: string): number {
  const known = (compiledFlow.memo.get('remainingInputs') ?? new Map()) as Map<string, number>
  compiledFlow.memo.set('remainingInputs', known)
  const open = new Set<string>()
  const stack: { id: string; next: string[]; best: number }[] = []
  const push = (id: string) => {
    open.add(id)
    stack.push({ id, next: successors(compiledFlow, blocks, id), best: 0 })
  }
  if (!known.has(blockId)) push(blockId)
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const successor = top.next.pop()
    if (successor !== undefined) {
      const length = known.get(successor)
      if (length !== undefined) top.best = Math.max(top.best, length)
      else if (!open.has(successor)) push(successor)
      continue
    }
    stack.pop()
    open.delete(top.id)
    const block = compiledFlow.blockById.get(top.id)?.block
    const length = top.best + (block && blocks.get(block.type)?.kind === 'input' ? 1 : 0)
    known.set(top.id, length)
    const parent = stack.at(-1)
    if (parent) parent.best = Math.max(parent.best, length)
  }
  return known.get(blockId) ?? 1
}

function successors(compiledFlow: CompiledFlow, blocks: BlockRegistry, blockId: string): string[] {
  const location = compiledFlow.blockById.get(blockId)
  if (!location) return []
  const following = location.group.blocks[location.index + 1]
  const ids = following ? [following.id] : []
  for (const edgeId of exitsOf(location.block, blocks)) {
    const target = targetOfEdge(compiledFlow, edgeId)
    const first = target && (target.blockId ?? compiledFlow.groupById.get(target.groupId)?.blocks[0]?.id)
    if (first) ids.push(first)
  }
  return ids
}

function exitsOf(block: Block, blocks: BlockRegistry): string[] {
  return blocks.get(block.type)?.exits(block) ?? (block.outgoingEdgeId ? [block.outgoingEdgeId] : [])
}
