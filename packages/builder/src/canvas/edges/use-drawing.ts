import { type Connection, type FinalConnectionState, useReactFlow } from '@xyflow/react'
import { connect } from '../../document/commands/connect.js'
import { newId } from '../../document/new-id.js'
import { useBotEditor } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import { exitOf } from '../graph.js'
import { sizes } from '../layout/layout.js'
import { openPicker } from '../palette/picker.js'

/** Creates edges: from one handle to another, to any part of a group, or to empty space, which opens the block picker. */
export function useDrawing() {
  const { editing } = useBotEditor()
  const { screenToFlowPosition } = useReactFlow()
  const draw = ({ source, sourceHandle, target, targetHandle }: Connection) => {
    const to =
      targetHandle && targetHandle !== target ? { groupId: target, blockId: targetHandle } : { groupId: target }
    editing.run(t('Connect'), connect(newId(), exitOf(source, sourceHandle), to))
  }
  const drawEnd = (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
    if (state.isValid || !state.fromNode || state.fromHandle?.type !== 'source') return
    const { clientX: x, clientY: y } = 'changedTouches' in event ? event.changedTouches[0]! : event
    const hit = window.document.elementFromPoint(x, y)
    const groupId = hit?.closest<HTMLElement>('[data-group-id]')?.dataset.groupId
    const from = exitOf(state.fromNode.id, state.fromHandle.id)
    if (groupId !== undefined) {
      const blockId = hit?.closest<HTMLElement>('[data-block-id]')?.dataset.blockId
      return editing.run(t('Connect'), connect(newId(), from, { groupId, ...(blockId !== undefined && { blockId }) }))
    }
    const at = screenToFlowPosition({ x, y })
    openPicker({ x, y, position: { at: { x: at.x, y: at.y - sizes.header / 2 }, from } })
  }
  return { draw, drawEnd }
}
