import { type CompiledFlow, targetOfEdge } from '@colloquy/engine'
import { definitionOf } from '@colloquy/flow'

/** A way on from a condition: an item that applies, or none. */
export interface Side {
  id: string
  blockId: string
  /** Absent where no item applies. */
  itemId?: string
  /** The edge that is taken, if it leads somewhere. */
  edgeId?: string
}

/** True if blocks of this type decide by their items how the conversation continues, without asking anybody. */
export const isCondition = (type: string): boolean => definitionOf(type)?.items?.endsBranch === true

export const sideId = (blockId: string, itemId: string | undefined): string => `${blockId} ${itemId ?? ''}`

/** The sides of all conditions of a flow. Each counts as one, whether an edge leads on from it or not. */
export function sidesOf(compiledFlow: CompiledFlow): Side[] {
  const blocks = compiledFlow.groups.flatMap((group) => group.blocks)
  return blocks.flatMap((block) => {
    if (!isCondition(block.type) || block.isMuted === true) return []
    const { items = [], outgoingEdgeId } = block as { items?: Item[]; outgoingEdgeId?: string }
    const side = (itemId: string | undefined, edgeId: string | undefined): Side => ({
      id: sideId(block.id, itemId),
      blockId: block.id,
      ...(itemId !== undefined && { itemId }),
      ...(edgeId !== undefined && targetOfEdge(compiledFlow, edgeId) && { edgeId }),
    })
    return [...items.map((item) => side(item.id, item.outgoingEdgeId)), side(undefined, outgoingEdgeId)]
  })
}

interface Item {
  id: string
  outgoingEdgeId?: string
}
