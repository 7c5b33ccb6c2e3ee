import { DialogPart, onDemand, Part } from '../design/on-demand.js'
import { useStore } from '../design/store.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { contextMenu } from './menus/context-menu-state.js'
import { BlockPicker } from './palette/block-picker.js'
import { picker } from './palette/picker.js'
import { targetPicker } from './palette/target-picker-state.js'

const TargetPicker = onDemand(() => import('./palette/target-picker.js'), { isSoon: true })
const ContextMenu = onDemand(() => import('./menus/context-menu.js'), { isSoon: true })

/** Pickers and menus above the canvas. Opening one of them does not render the canvas again. */
export function CanvasWindows() {
  const { isReadOnly } = useBotEditor()
  const block = useStore(picker, (it) => it.request)
  const target = useStore(targetPicker, (it) => it.request)
  const menu = useStore(contextMenu, (it) => it.request)
  return (
    <>
      {menu && (
        <Part key={`menu ${menu.x} ${menu.y}`}>
          <ContextMenu {...menu} />
        </Part>
      )}
      {block && !isReadOnly && <BlockPicker key={`block ${block.x} ${block.y}`} request={block} />}
      {target && !isReadOnly && (
        <DialogPart>
          <TargetPicker {...target} />
        </DialogPart>
      )}
    </>
  )
}
