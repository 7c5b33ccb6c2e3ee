import type { CanvasEdge } from '../graph.js'
import { edgeLayer, litEdgeLayer } from './layers.js'

/**
 * Highlights the edges of the node below the cursor and raises them above the other edges; without an id, none. Works without rendering
 * again.
 */
export function lightEdges(frame: Element, edges: readonly CanvasEdge[], nodeId: string | undefined): void {
  const ids = new Set(edges.filter(({ source, target }) => source === nodeId || target === nodeId).map(({ id }) => id))
  for (const edge of frame.querySelectorAll<SVGElement>('.react-flow__edge')) {
    const isLit = ids.has(edge.dataset.id ?? '')
    if (isLit === (edge.dataset.lit !== undefined)) continue
    edge.toggleAttribute('data-lit', isLit)
    const isRaised = isLit || edge.classList.contains('lit')
    edge.ownerSVGElement?.style.setProperty('z-index', String(isRaised ? litEdgeLayer : edgeLayer))
  }
}
