import { getViewportForBounds, useStoreApi, type Viewport } from '@xyflow/react'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { useBotEditor } from '../../editor/bot-editor.js'
import type { CanvasNode } from '../graph.js'
import { around, boxOf } from '../layout/box.js'
import { viewInAddress, zoomLimits } from './view-address.js'

/**
 * The view of the canvas when it opens. It is known before the first render, so that groups are not rendered at one zoom and then again at
 * another. Nodes are not measured, either: they come with sizes and handles.
 */
export function useFirstView(frame: RefObject<HTMLElement | null>, nodes: readonly CanvasNode[]): Viewport | undefined {
  const { canvas } = useBotEditor()
  const flow = useStoreApi()
  const [view, setView] = useState<Viewport>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first view is computed once, from the initial nodes
  useLayoutEffect(() => {
    const { width, height } = frame.current!.getBoundingClientRect()
    const first = canvas.viewport ?? viewInAddress(width, height) ?? beginningOf(nodes, width, height)
    flow.setState({ width, height, transform: [first.x, first.y, first.zoom], updateNodeInternals: () => {} })
    setView(first)
  }, [])
  return view
}

/** The whole flow if its text is legible then; otherwise its beginning, at a zoom at which it is. */
function beginningOf(nodes: readonly CanvasNode[], width: number, height: number): Viewport {
  if (nodes.length === 0) return { x: 0, y: 0, zoom: 1 }
  const bounds = around(nodes.map((node) => boxOf(node)))
  const whole = getViewportForBounds(bounds, width, height, zoomLimits.min, 1, 0.12)
  if (whole.zoom >= readableZoom) return whole
  const zoom = readableZoom
  const start = boxOf(nodes.find(({ data }) => 'event' in data && data.event.type === 'start') ?? nodes[0]!)
  // Puts the start at the left, with at most a margin of empty space above and below the flow.
  const middle = height * 0.4 - (start.y + start.height / 2) * zoom
  const highest = margin - bounds.y * zoom
  const lowest = height - margin - (bounds.y + bounds.height) * zoom
  const y = bounds.height * zoom + 2 * margin < height ? (highest + lowest) / 2 : clamp(middle, lowest, highest)
  return { x: margin - start.x * zoom, y, zoom }
}

const readableZoom = 0.7
const margin = 48

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)
