import { type InternalNode, useStoreApi } from '@xyflow/react'
import { useEffect, useRef } from 'react'
import type { CanvasEdge, CanvasNode } from '../graph.js'
import { cornersOf, type Route } from './route-edges.js'

/**
 * All edges painted on one HTML canvas, for flows of which thousands are in view: when zoomed out, nobody can click one of them. It is
 * painted once per change of the view, which saves creating and laying out an element for each edge.
 */
export default function FarEdges({ edges }: { edges: readonly CanvasEdge[] }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const flow = useStoreApi<CanvasNode, CanvasEdge>()
  useEffect(() => {
    let drawn: unknown[] = []
    let lines: readonly Line[] = []
    let colour = ''
    const draw = () => {
      const { transform, width, height, nodes, nodeLookup } = flow.getState()
      const state = [transform, width, height, nodes, colour]
      if (state.every((it, index) => it === drawn[index])) return
      if (nodes !== drawn[3]) lines = edges.flatMap((edge) => lineOf(edge, nodeLookup) ?? [])
      drawn = state
      paint(canvas.current!, lines, { transform, width, height, colour })
    }
    const look = () => {
      colour = getComputedStyle(canvas.current!).color
      draw()
    }
    look()
    const stop = flow.subscribe(draw)
    const themes = new MutationObserver(look)
    themes.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-contrast'] })
    return () => {
      stop()
      themes.disconnect()
    }
  }, [edges, flow])
  return <canvas ref={canvas} className="far-edges" />
}

interface Line {
  x1: number
  y1: number
  x2: number
  y2: number
  route: Route | undefined
}

function lineOf(edge: CanvasEdge, nodes: ReadonlyMap<string, InternalNode<CanvasNode>>): Line | undefined {
  const from = nodes.get(edge.source)
  const to = nodes.get(edge.target)
  const start = from?.internals.handleBounds?.source?.find(({ id }) => id === edge.sourceHandle)
  const end = to?.internals.handleBounds?.target?.find(({ id }) => id === edge.targetHandle)
  if (!from || !to || !start || !end) return undefined
  const [a, b] = [from.internals.positionAbsolute, to.internals.positionAbsolute]
  return {
    x1: a.x + start.x + start.width,
    y1: a.y + start.y + start.height / 2,
    x2: b.x + end.x,
    y2: b.y + end.y + end.height / 2,
    route: edge.data?.route,
  }
}

interface EdgeStyle {
  transform: readonly [number, number, number]
  width: number
  height: number
  colour: string
}

function paint(
  canvas: HTMLCanvasElement,
  lines: readonly Line[],
  { transform, width, height, colour }: EdgeStyle,
): void {
  const density = window.devicePixelRatio
  if (canvas.width !== Math.round(width * density) || canvas.height !== Math.round(height * density)) {
    canvas.width = Math.round(width * density)
    canvas.height = Math.round(height * density)
  }
  const context = canvas.getContext('2d')
  if (!context) return
  const [left, top, zoom] = transform
  context.setTransform(density, 0, 0, density, 0, 0)
  context.clearRect(0, 0, width, height)
  context.beginPath()
  for (const line of lines) {
    const x1 = line.x1 * zoom + left
    const x2 = line.x2 * zoom + left
    const y1 = line.y1 * zoom + top
    const y2 = line.y2 * zoom + top
    const across = line.route ? line.route.y * zoom + top : y1
    const [highest, lowest] = [Math.min(y1, y2, across), Math.max(y1, y2, across)]
    const isOutside = Math.max(x1, x2) < -reach || Math.min(x1, x2) > width + reach || lowest < 0 || highest > height
    if (isOutside) continue
    context.moveTo(x1, y1)
    if (line.route) {
      const corners = cornersOf({ x: line.x1, y: line.y1 }, { x: line.x2, y: line.y2 }, line.route)
      for (const [x, y] of corners) context.lineTo(x * zoom + left, y * zoom + top)
    } else {
      const middle = (x1 + x2) / 2
      context.bezierCurveTo(middle, y1, middle, y2, x2, y2)
    }
  }
  context.strokeStyle = colour
  // Lines one pixel wide are several times cheaper than wider ones.
  context.lineWidth = 1 / density
  context.stroke()
}

/** Distance, in pixels, that edges may bend beyond their ends. */
const reach = 40
