import type { BotDocument } from '@colloquy/flow/operations'

/**
 * The edge under a point of the screen that a group which is being dragged can be put into: one that neither begins nor ends at
 * the group, which must hold a block, and which nothing leads to yet.
 */
export function edgeToDropOn(document: BotDocument, groupId: string, at: { x: number; y: number }): string | undefined {
  const group = document.groups.find(({ id }) => id === groupId)
  if (!group || group.blocks.length === 0 || document.edges.some(({ to }) => to.groupId === groupId)) return undefined
  const own = new Set(group.blocks.map(({ id }) => id))
  const edgeId = edgeUnder(document, at)
  const edge = document.edges.find(({ id }) => id === edgeId)
  return edge && (edge.from.blockId === undefined || !own.has(edge.from.blockId)) ? edge.id : undefined
}

/** The edge under a point of the screen. */
export function edgeUnder({ edges }: BotDocument, at: { x: number; y: number }): string | undefined {
  const under = window.document
    .elementsFromPoint(at.x, at.y)
    .map((element) => element.closest<SVGElement>('.react-flow__edge')?.dataset.id)
  return edges.find(({ id }) => under.includes(id))?.id
}

/** Shows which edge would be taken; none without an id. */
export function markDropTarget(id: string | undefined): void {
  for (const edge of window.document.querySelectorAll<SVGElement>('.react-flow__edge')) {
    edge.classList.toggle('drop-target', edge.dataset.id === id)
  }
}
