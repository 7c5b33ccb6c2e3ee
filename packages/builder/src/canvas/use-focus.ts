import { type Node, useReactFlow, type Viewport } from '@xyflow/react'
import { type RefObject, useEffect } from 'react'
import { useStudio, useView } from '../bot/studio.js'
import { glide } from './glide.js'
import { isCollapsed, layoutOf } from './layout.js'

/** A part of the flow, in its coordinates. */
interface Extent {
  x: number
  y: number
  width: number
  height: number
}

/**
 * Brings what is to be seen into the middle of the canvas; what is only followed stays where it is when it can be seen. Of a group
 * that is higher than the canvas it is the block that is wanted.
 */
export function useFocus(frame: RefObject<HTMLElement | null>): void {
  const { editing } = useStudio()
  const { setViewport, getNode, getViewport } = useReactFlow()
  const focus = useView((it) => it.focus)
  useEffect(() => {
    const node = focus && getNode(focus.nodeId)
    if (!node) return
    // Of the canvas as it is now: a panel may have taken some of its room with the same choice.
    const { width, height } = frame.current!.getBoundingClientRect()
    const viewport = getViewport()
    const zoom = Math.max(viewport.zoom, 0.8)
    const group = editing.document.groups.find(({ id }) => id === focus.nodeId)
    const placed =
      group && !isCollapsed(group) && layoutOf(group).blocks.find(({ block }) => block.id === focus.blockId)
    const whole = extentOf(node)
    const block = placed ? { ...whole, y: whole.y + placed.y, height: placed.height } : undefined
    if (
      focus.isFollowed &&
      (block ? isWithin(block, viewport, height) : true) &&
      isInView(whole, viewport, width, height)
    )
      return
    const wanted = block && whole.height * zoom > height - 2 * margin ? block : whole
    const middle = { x: wanted.x + wanted.width / 2, y: wanted.y + wanted.height / 2 }
    void setViewport({ x: width / 2 - middle.x * zoom, y: height / 2 - middle.y * zoom, zoom }, glide())
  }, [focus, frame, editing, getNode, setViewport, getViewport])
}

const extentOf = ({ position, width = 0, height = 0 }: Node): Extent => ({ ...position, width, height })

/** So many pixels at the borders of the canvas are not counted as seen. */
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

/** Whether all of it can be seen, from its top to its bottom. */
function isWithin(extent: Extent, { y, zoom }: Viewport, height: number): boolean {
  const top = extent.y * zoom + y
  return top >= 0 && top + extent.height * zoom <= height
}
