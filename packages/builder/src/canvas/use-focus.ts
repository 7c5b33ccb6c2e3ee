import { useReactFlow } from '@xyflow/react'
import { type RefObject, useEffect } from 'react'
import { useView } from '../bot/studio.js'
import { glide } from './glide.js'

/** Brings what is to be seen into the middle of the canvas; what is only followed stays where it is when it can be seen. */
export function useFocus(frame: RefObject<HTMLElement | null>): void {
  const { setCenter, getNode, getZoom } = useReactFlow()
  const focus = useView((it) => it.focus)
  useEffect(() => {
    const node = focus && getNode(focus.nodeId)
    if (!node) return
    const { x, y } = node.position
    if (focus.isFollowed && isInView(frame.current!, focus.nodeId)) return
    void setCenter(x + (node.width ?? 0) / 2, y + (node.height ?? 0) / 2, {
      zoom: Math.max(getZoom(), 0.8),
      ...glide(),
    })
  }, [focus, frame, getNode, setCenter, getZoom])
}

/** Whether a node can be seen, with room to spare. */
function isInView(frame: HTMLElement, nodeId: string): boolean {
  const node = frame.querySelector(`.react-flow__node[data-id="${CSS.escape(nodeId)}"]`)?.getBoundingClientRect()
  const around = frame.getBoundingClientRect()
  if (!node) return false
  return (
    node.right > around.left + 40 &&
    node.left < around.right - 40 &&
    node.top < around.bottom - 60 &&
    node.bottom > around.top + 40
  )
}
