import { onDemand, Part } from '../../design/on-demand.js'
import { useStore } from '../../design/store.js'
import { useBotEditor } from '../bot-editor.js'

const parts = {
  faces: onDemand(() => import('./people.js'), { isSoon: true }),
  marks: onDemand(() => import('./presence-marks.js'), { isSoon: true }),
}

/** Renders a view of other people once there are any. Most people edit alone, and never load it. */
export function WhenOthersPresent({ show }: { show: keyof typeof parts }) {
  const { presence } = useBotEditor()
  const isAlone = useStore(presence.people, (it) => it.isAlone)
  const Shown = parts[show]
  return isAlone ? null : (
    <Part>
      <Shown />
    </Part>
  )
}
