import { onDemand, Part } from '../design/on-demand.js'
import { useStore } from '../design/store.js'
import { useStudio } from '../editor/studio.js'
import { BlockPicker } from './block-picker.js'
import { contextMenu } from './context-menu-state.js'
import { picker } from './picker.js'
import { asked } from './target-picker-state.js'

const TargetPicker = onDemand(() => import('./target-picker.js'), { isSoon: true })
const ContextMenu = onDemand(() => import('./context-menu.js'), { isSoon: true })

/** What is asked above the canvas. Opening one of them has nothing of the canvas drawn anew. */
export function CanvasWindows() {
  const { isReadOnly } = useStudio()
  const block = useStore(picker, (it) => it.request)
  const target = useStore(asked, (it) => it.request)
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
        <Part>
          <TargetPicker {...target} />
        </Part>
      )}
    </>
  )
}
