import { onDemand, Part } from '../../design/on-demand.js'
import { useStore } from '../../design/store.js'
import { useStudio } from '../studio.js'

const parts = {
  faces: onDemand(() => import('./people.js'), { isSoon: true }),
  marks: onDemand(() => import('./presence-marks.js'), { isSoon: true }),
}

/** What there is to see of others, once there are any: most people edit alone, and load none of it. */
export function IfNotAlone({ show }: { show: keyof typeof parts }) {
  const { presence } = useStudio()
  const isAlone = useStore(presence.people, (it) => it.isAlone)
  const Shown = parts[show]
  return isAlone ? null : (
    <Part>
      <Shown />
    </Part>
  )
}
