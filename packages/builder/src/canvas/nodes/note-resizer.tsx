import { useReactFlow } from '@xyflow/react'
import type { PointerEvent } from 'react'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

const min = { width: 120, height: 64 }
type Sides = readonly string[]
const lines: readonly Sides[] = [['top'], ['right'], ['bottom'], ['left']]
const corners: readonly Sides[] = [
  ['top', 'left'],
  ['top', 'right'],
  ['bottom', 'left'],
  ['bottom', 'right'],
]

interface NoteResizerProps {
  box: Box
  /** Called while an edge or a corner is dragged. */
  onResize(box: Box): void
  onResized(box: Box): void
}

/** Edges and corners of a selected note that can be dragged. They have the classes and the look of the library of the canvas. */
export default function NoteResizer({ box, onResize, onResized }: NoteResizerProps) {
  const { screenToFlowPosition } = useReactFlow()
  const start = (sides: Sides, event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.stopPropagation()
    const handle = event.currentTarget
    const at = ({ clientX: x, clientY: y }: { clientX: number; clientY: number }) => screenToFlowPosition({ x, y })
    const from = at(event)
    let next = box
    handle.setPointerCapture(event.pointerId)
    handle.onpointermove = (move) => {
      const to = at(move)
      next = resized(box, sides, to.x - from.x, to.y - from.y)
      onResize(next)
    }
    handle.onlostpointercapture = () => {
      handle.onpointermove = null
      handle.onlostpointercapture = null
      onResized(next)
    }
  }
  return [...lines, ...corners].map((sides) => (
    <div
      key={sides.join('-')}
      className={`react-flow__resize-control nodrag ${lines.includes(sides) ? 'line' : 'handle'} ${sides.join(' ')}`}
      onPointerDown={(event) => start(sides, event)}
    />
  ))
}

function resized(box: Box, sides: Sides, right: number, down: number): Box {
  const isLeft = sides.includes('left')
  const isTop = sides.includes('top')
  const wider = isLeft ? -right : sides.includes('right') ? right : 0
  const higher = isTop ? -down : sides.includes('bottom') ? down : 0
  const width = Math.max(min.width, box.width + wider)
  const height = Math.max(min.height, box.height + higher)
  return {
    x: isLeft ? box.x + box.width - width : box.x,
    y: isTop ? box.y + box.height - height : box.y,
    width,
    height,
  }
}
