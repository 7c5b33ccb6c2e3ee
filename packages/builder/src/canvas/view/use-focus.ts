import { type Node, useReactFlow, type Viewport } from '@xyflow/react'
import { type RefObject, useEffect } from 'react'
import { useBotEditor, useView, type View } from '../../editor/bot-editor.js'
import { isCollapsed, layoutOf } from '../layout/layout.js'
import { glide } from './glide.js'

/** A part of the flow, in its coordinates. */
interface Extent {
  x: number
  y: number
  width: number
  height: number
}

type Focus = NonNullable<View['focus']>

/** Delay in milliseconds before the canvas follows: a double-clicked item stays under the cursor until the second click. */
const doubleClick = 300

/**
 * Moves the focused node to the middle of the canvas. A followed node that is partly in view moves only by its hidden part: horizontally
 * the node with its ports, vertically the block. Of a group that is higher than the canvas, the block is centered.
 */
export function useFocus(frame: RefObject<HTMLElement | null>): void {
  const { editing } = useBotEditor()
  const { setViewport, getNode, getViewport } = useReactFlow()
  const focus = useView((it) => it.focus)
  useEffect(() => {
    const lookAt = ({ nodeId, blockId, isFollowed }: Focus) => {
      const node = getNode(nodeId)
      if (!node) return
      // Measures the canvas now: a panel may have taken some of its space with the same choice.
      const { width, height } = openRoom(frame.current!)
      const viewport = getViewport()
      const group = editing.document.groups.find(({ id }) => id === nodeId)
      const placed = group && !isCollapsed(group) && layoutOf(group).blocks.find(({ block }) => block.id === blockId)
      const whole = extentOf(node)
      const block = placed ? { ...whole, y: whole.y + placed.y, height: placed.height } : undefined
      if (isFollowed && isInView(whole, viewport, width, height)) {
        const { zoom } = viewport
        const x = overlap(whole.x * zoom + viewport.x, whole.width * zoom, width)
        const y = block ? overlap(block.y * zoom + viewport.y, block.height * zoom, height) : 0
        if (x !== 0 || y !== 0) void setViewport({ x: viewport.x - x, y: viewport.y - y, zoom }, glide())
        return
      }
      const zoom = Math.max(viewport.zoom, 0.8)
      const wanted = block && whole.height * zoom > height - 2 * margin ? block : whole
      const middle = { x: wanted.x + wanted.width / 2, y: wanted.y + wanted.height / 2 }
      void setViewport({ x: width / 2 - middle.x * zoom, y: height / 2 - middle.y * zoom, zoom }, glide())
    }
    if (!focus?.isFollowed) return focus && lookAt(focus)
    const timer = setTimeout(lookAt, doubleClick, focus)
    return () => clearTimeout(timer)
  }, [focus, frame, editing, getNode, setViewport, getViewport])
}

/** Minimum width that is kept free, in pixels. */
const minWidth = 300

/** Minimum height that is kept free above something that covers the whole width, in pixels. */
const minHeight = 200

/**
 * The part of the canvas that nothing covers. Elements over its right side are marked with `data-covers`; where they leave too little beside
 * them, it is the part above.
 */
function openRoom(canvas: HTMLElement): { width: number; height: number } {
  const { left, top, width, height } = canvas.getBoundingClientRect()
  const cover = canvas.querySelector('[data-covers="right"]')?.getBoundingClientRect()
  const open = cover ? cover.left - left : width
  if (open >= minWidth) return { width: open, height }
  const above = cover ? cover.top - top : height
  return { width, height: above < minHeight ? height : above }
}

const extentOf = ({ position, width = 0, height = 0 }: Node): Extent => ({ ...position, width, height })

/** Pixels at the borders of the canvas that do not count as visible. */
const margin = 40

/** True if a part of it is visible beyond the margin. */
function isInView(extent: Extent, { x, y, zoom }: Viewport, width: number, height: number): boolean {
  const left = extent.x * zoom + x
  const top = extent.y * zoom + y
  return (
    left + extent.width * zoom > margin &&
    left < width - margin &&
    top + extent.height * zoom > margin &&
    top < height - margin
  )
}

/** Space for ports between a followed node and the borders of the canvas, in pixels. */
const portRoom = 24

/**
 * The number of pixels by which a part of a line is hidden, negative if it is hidden at the beginning. If the part is too long, its end
 * stays hidden.
 */
function overlap(start: number, size: number, room: number): number {
  const before = start - portRoom
  const behind = start + size - (room - portRoom)
  return behind > 0 ? Math.min(behind, before) : Math.min(before, 0)
}
