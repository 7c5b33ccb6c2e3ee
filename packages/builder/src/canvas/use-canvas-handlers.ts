import type { EdgeChange, NodeChange, Viewport } from '@xyflow/react'
import { type PointerEvent, type MouseEvent as ReactMouseEvent, type RefObject, useRef } from 'react'
import { useSteady } from '../design/use-steady.js'
import { useBotEditor } from '../editor/bot-editor.js'
import type { useDragging } from './actions/use-dragging.js'
import { lightEdges } from './edges/light-edges.js'
import { useDrawing } from './edges/use-drawing.js'
import type { CanvasEdge, CanvasNode } from './graph.js'
import type { useElements } from './use-elements.js'
import { saveViewInAddress } from './view/view-address.js'

/** Farthest distance in pixels between press and release of a click. */
const maxShareOfClick = 4

interface CanvasHandlersOptions extends Pick<ReturnType<typeof useDragging>, 'follow' | 'move'> {
  frame: RefObject<HTMLDivElement | null>
  elements: ReturnType<typeof useElements>
}

/** Handlers of nodes and edges that are chosen, moved, connected and pointed at. The functions stay the same. */
export function useCanvasHandlers({
  frame,
  elements: { nodes, single, isPicture },
  follow,
  move,
}: CanvasHandlersOptions) {
  const editor = useBotEditor()
  const { view, select } = editor
  const { draw, drawEnd } = useDrawing()
  const { notePress, onPaneClick } = usePaneClick()

  const onNodesChange = (changes: NodeChange<CanvasNode>[]) => {
    move(changes, nodes)
    const chosen = changed(view.get().nodeIds, changes)
    if (chosen) select({ nodeIds: chosen, edgeIds: view.get().edgeIds })
  }
  const onEdgesChange = (changes: EdgeChange<CanvasEdge>[]) => {
    const chosen = changed(view.get().edgeIds, changes)
    if (chosen) select({ edgeIds: chosen, nodeIds: view.get().nodeIds })
  }
  const handlers = useSteady({
    onNodesChange,
    onNodeDrag: follow,
    onSelectionDrag: (event: unknown, [node]: CanvasNode[]) => node && follow(event as MouseEvent, node, []),
    onEdgesChange,
    onConnect: draw,
    onConnectEnd: drawEnd,
    onNodeClick: editor.openDetails,
    onNodeMouseEnter: (_: unknown, { id }: CanvasNode) => isPicture || lightEdges(frame.current!, single, id),
    onNodeMouseLeave: () => isPicture || lightEdges(frame.current!, single, undefined),
    onPaneClick,
    onMoveEnd: (_: unknown, viewport: Viewport) => {
      editor.canvas.viewport = viewport
      saveViewInAddress(viewport, frame.current!.getBoundingClientRect())
    },
  })
  return { handlers, notePress }
}

/**
 * Ends the selection by a click on the pane. If the canvas moves between press and release, the browser reports a click on a node as one on
 * the pane: it belongs to the node.
 */
function usePaneClick() {
  const { select } = useBotEditor()
  const pressed = useRef<{ target: EventTarget; clientX: number; clientY: number }>(undefined)
  return {
    notePress({ target, clientX, clientY }: PointerEvent) {
      pressed.current = { target, clientX, clientY }
    },
    onPaneClick({ target, clientX, clientY }: ReactMouseEvent) {
      const press = pressed.current
      if (press?.target === target) return select({})
      const isNear = press && Math.hypot(clientX - press.clientX, clientY - press.clientY) < maxShareOfClick
      if (isNear && press.target instanceof HTMLElement && !press.target.closest('.port')) press.target.click()
    },
  }
}

/** Returns the selection after changes; undefined when it stays the same. */
function changed(chosen: ReadonlySet<string>, changes: readonly { type: string; id?: string; selected?: boolean }[]) {
  const next = new Set(chosen)
  for (const { type, id, selected } of changes) {
    if (type !== 'select' || id === undefined) continue
    if (selected) next.add(id)
    else next.delete(id)
  }
  return next.size === chosen.size && [...next].every((id) => chosen.has(id)) ? undefined : next
}
