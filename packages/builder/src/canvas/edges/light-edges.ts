import type { CanvasEdge } from '../graph.js'

/** Draws the edges of the node below the pointer above all else, and others as before; none without an id. Nothing is rendered for it. */
export function lightEdges(frame: Element, edges: readonly CanvasEdge[], nodeId: string | undefined): void {
  const ids = new Set(edges.filter(({ source, target }) => source === nodeId || target === nodeId).map(({ id }) => id))
  for (const edge of frame.querySelectorAll<SVGElement>('.react-flow__edge')) {
    const isLit = ids.has(edge.dataset.id ?? '')
    if (isLit === (edge.dataset.lit !== undefined)) continue
    edge.toggleAttribute('data-lit', isLit)
    edge.ownerSVGElement?.style.setProperty('z-index', isLit ? '1' : '0')
  }
}
