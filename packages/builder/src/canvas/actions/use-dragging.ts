import { type NodeChange, type OnNodeDrag, useReactFlow } from '@xyflow/react'
import { type RefObject, useRef, useState } from 'react'
import { moveNodes } from '../../document/commands/move-nodes.js'
import { useBotEditor } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import type { CanvasNode } from '../graph.js'
import { type Guided, guided } from '../layout/guides.js'
import { copyTo, putIntoEdge } from './actions.js'
import { edgeToDropOn, markDropTarget } from './drop-target-edge.js'

const atRest: Guided = { positions: new Map(), guides: [] }

/**
 * Positions of nodes while they are dragged, with the guides that they snap to. When dropped, nodes are moved, copied, or inserted into an
 * edge. Other moves are handled elsewhere: arrow keys by `useShortcuts`, and a note reports its position when it is resized.
 */
export function useDragging(frame: RefObject<HTMLElement | null>) {
  const editor = useBotEditor()
  const { editing, view } = editor
  const { screenToFlowPosition, getZoom } = useReactFlow()
  const [{ positions: dragged, guides }, setDragged] = useState(atRest)
  const isDragging = useRef(false)
  const drag = useRef<{ isCopy: boolean; edgeId: string | undefined }>({ isCopy: false, edgeId: undefined })

  const follow: OnNodeDrag<CanvasNode> = (event, node) => {
    const { clientX: x, clientY: y } = 'touches' in event ? (event.touches as TouchList)[0]! : event
    const isAlone = view.get().nodeIds.size < 2 || !view.get().nodeIds.has(node.id)
    const edgeId = isAlone ? edgeToDropOn(editing.document, node.id, { x, y }) : undefined
    if (edgeId !== drag.current.edgeId) markDropTarget(edgeId)
    drag.current = { isCopy: event.altKey, edgeId }
  }
  const settle = (positions: Guided['positions']) => {
    const { isCopy, edgeId } = drag.current
    drag.current = { isCopy: false, edgeId: undefined }
    isDragging.current = false
    markDropTarget(undefined)
    setDragged(atRest)
    if (isCopy) copyTo(editor, positions)
    else if (edgeId !== undefined) putIntoEdge(editor, edgeId, positions)
    else editing.run(t('Move'), moveNodes(positions))
  }
  const viewBox = () => {
    const { x, y, width, height } = frame.current!.getBoundingClientRect()
    const zoom = getZoom()
    return { ...screenToFlowPosition({ x, y }, { snapToGrid: false }), width: width / zoom, height: height / zoom }
  }
  /** Applies changes of nodes that the canvas reports. */
  const move = (changes: readonly NodeChange<CanvasNode>[], nodes: readonly CanvasNode[]) => {
    const moves = changes.flatMap((it) => (it.type === 'position' && it.position ? [it] : []))
    if (moves.length > 0) {
      const positions = new Map([...dragged, ...moves.map(({ id, position }) => [id, position!] as const)])
      if (moves.some((it) => it.dragging)) {
        isDragging.current = true
        setDragged(guided(positions, nodes, viewBox()))
      } else if (isDragging.current) settle(guided(positions, nodes, viewBox()).positions)
    } else if (dragged.size > 0 && changes.some((it) => it.type === 'position' && it.dragging === false))
      settle(dragged)
  }
  return { dragged, guides, follow, move }
}
