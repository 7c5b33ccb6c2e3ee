import type { BlockRuntime } from '@colloquy/engine'
import { blockExits } from '../common/block-exits.js'

/** Sends a share of the visitors along path A and the others along path B. */
export const abTestRuntime: BlockRuntime<'AB test'> = {
  type: 'AB test',
  kind: 'logic',
  enter(block, context) {
    const [a, b] = block.items ?? []
    const isA = context.random() * 100 < (block.options?.aPercent ?? 50)
    const edgeId = (isA && a?.outgoingEdgeId) || b?.outgoingEdgeId
    return edgeId ? { kind: 'leave', edgeId } : { kind: 'continue' }
  },
  exits: blockExits,
}
