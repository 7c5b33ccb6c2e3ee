import { type Node, useReactFlow, type Viewport } from '@xyflow/react'
import { type RefObject, useEffect } from 'react'
import { useStudio, useView, type View } from '../../editor/studio.js'
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

/** Milliseconds before the canvas follows: what is double-clicked stays under the pointer until the second click. */
const doubleClick = 300

/**
 * Brings what is to be seen into the middle of the canvas. What is followed and partly in view moves only by the part that is hidden:
 * a node with its ports, and of its height the block. Of a group that is higher than the canvas it is the block that is wanted.
 */
export function useFocus(frame: RefObject<HTMLElement | null>): void {
  const { editing } = useStudio()
  const { setViewport, getNode, getViewport } = useReactFlow()
  const focus = useView((it) => it.focus)
  useEffect(() => {
    const lookAt = ({ nodeId, blockId, isFollowed }: Focus) => {
      const node = getNode(nodeId)
      if (!node) return
      // Of the canvas as it is now: a panel may have taken some of its room with the same choice.
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

/** The least width that is worth keeping free, in pixels. */
const leastWidth = 300

/** The part of the canvas that nothing covers: what lies over its right side says so with `data-covers`. */
function openRoom(canvas: HTMLElement): { width: number; height: number } {
  const { left, width, height } = canvas.getBoundingClientRect()
  const cover = canvas.querySelector('[data-covers="right"]')?.getBoundingClientRect()
  const open = cover ? cover.left - left : width
  return { width: open < leastWidth ? width : open, height }
}

const extentOf = ({ position, width = 0, height = 0 }: Node): Extent => ({ ...position, width, height })

/** Pixels at the borders of the canvas that do not count as seen. */
const margin = 40

/** Whether something of it can be seen, with room to spare. */
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

/** Pixels between a followed node and the borders of the canvas: room for its ports. */
const portRoom = 24

/** By how many pixels a part of a line is hidden, negative where it is hidden at the beginning. Of a part that is too long the end stays hidden. */
function overlap(start: number, size: number, room: number): number {
  const before = start - portRoom
  const behind = start + size - (room - portRoom)
  return behind > 0 ? Math.min(behind, before) : Math.min(before, 0)
}
