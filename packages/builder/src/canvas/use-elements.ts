import { useMemo } from 'react'
import { useDocument, useView } from '../editor/bot-editor.js'
import type { useDragging } from './actions/use-dragging.js'
import { createEdgeMaker, createNodeMaker } from './graph.js'

/** Maximum number of edges that are rendered one by one, and can be chosen, while zoomed out. */
const maxFarEdges = 300

/** The nodes and edges of the flow with what is selected. */
export function useElements(isFar: boolean, dragged: ReturnType<typeof useDragging>['dragged']) {
  const document = useDocument((it) => it)
  const nodeIds = useView((it) => it.nodeIds)
  const edgeIds = useView((it) => it.edgeIds)
  const blockId = useView((it) => it.blockId)
  const makeNodes = useMemo(createNodeMaker, [])
  const nodes = useMemo(() => makeNodes(document, nodeIds, dragged), [makeNodes, document, nodeIds, dragged])
  const makeEdges = useMemo(createEdgeMaker, [])
  const edges = useMemo(
    () => makeEdges(document, { edgeIds, nodeIds, blockId }),
    [makeEdges, document, edgeIds, nodeIds, blockId],
  )
  const isPicture = isFar && edges.length > maxFarEdges
  const single = useMemo(() => (isPicture ? edges.filter(({ selected }) => selected) : edges), [edges, isPicture])
  const hasLit = useMemo(() => single.some(({ selected, className }) => selected || className === 'lit'), [single])
  return {
    nodes,
    edges,
    /** The edges that are rendered one by one. */
    single,
    /** The edges are one picture. */
    isPicture,
    hasLit,
    isEmpty: document.groups.length === 0,
  }
}
