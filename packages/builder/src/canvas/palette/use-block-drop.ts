import { useReactFlow } from '@xyflow/react'
import type { DragEvent } from 'react'
import { useBotEditor } from '../../editor/bot-editor.js'
import { edgeUnder, markDropTarget } from '../actions/drop-target-edge.js'
import { sizes } from '../layout/layout.js'
import { dropBlock, isBlockDrag } from './block-drag.js'

/** Handlers of the canvas for dropping blocks: on an empty place into a new group, on an edge into that edge. */
export function useBlockDrop() {
  const editor = useBotEditor()
  const { screenToFlowPosition } = useReactFlow()
  const edgeAt = ({ clientX: x, clientY: y }: DragEvent) => edgeUnder(editor.editing.document, { x, y })
  return {
    onDragOver(event: DragEvent) {
      if (!isBlockDrag(event)) return
      event.preventDefault()
      markDropTarget(edgeAt(event))
    },
    onDragLeave() {
      markDropTarget(undefined)
    },
    onDrop(event: DragEvent) {
      if (!isBlockDrag(event)) return
      event.preventDefault()
      markDropTarget(undefined)
      const { x, y } = screenToFlowPosition({ x: event.clientX, y: event.clientY })
      const edgeId = edgeAt(event)
      dropBlock(editor, event, { at: { x: x - sizes.width / 2, y: y - sizes.header }, ...(edgeId && { edgeId }) })
    },
  }
}
