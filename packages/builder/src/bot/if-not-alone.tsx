import { lazy, Suspense } from 'react'
import { useStore } from '../design/store.js'
import { useStudio } from './studio.js'

const parts = {
  faces: lazy(() => import('./people.js')),
  marks: lazy(() => import('./presence-marks.js')),
}

/** What there is to see of others, once there are any: most people edit alone, and load none of it. */
export function IfNotAlone({ show }: { show: keyof typeof parts }) {
  const { presence } = useStudio()
  const isAlone = useStore(presence.people, (it) => it.isAlone)
  const Part = parts[show]
  return isAlone ? null : (
    <Suspense>
      <Part />
    </Suspense>
  )
}
