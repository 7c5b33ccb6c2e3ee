import { getViewportForBounds, useStoreApi, type Viewport } from '@xyflow/react'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { useStudio } from '../bot/studio.js'
import { around, boxOf } from './box.js'
import type { CanvasNode } from './graph.js'
import { viewInAddress, zoomLimits } from './view-address.js'

/**
 * Where the canvas is looked at when it opens: the whole flow. Known before anything is drawn, so that groups are not drawn at one
 * zoom to be drawn again at another. Nodes are not measured, either: sizes and handles come with them.
 */
export function useFirstView(frame: RefObject<HTMLElement | null>, nodes: readonly CanvasNode[]): Viewport | undefined {
  const { canvas } = useStudio()
  const flow = useStoreApi()
  const [view, setView] = useState<Viewport>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first view is made once, of the nodes that are there then
  useLayoutEffect(() => {
    const { width, height } = frame.current!.getBoundingClientRect()
    const first = canvas.viewport ?? viewInAddress(width, height) ?? wholeOf(nodes, width, height)
    flow.setState({ width, height, transform: [first.x, first.y, first.zoom], updateNodeInternals: () => {} })
    setView(first)
  }, [])
  return view
}

function wholeOf(nodes: readonly CanvasNode[], width: number, height: number): Viewport {
  if (nodes.length === 0) return { x: 0, y: 0, zoom: 1 }
  const bounds = around(nodes.map((node) => boxOf(node)))
  return getViewportForBounds(bounds, width, height, zoomLimits.least, 1, 0.12)
}
