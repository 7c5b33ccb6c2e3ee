import type { ReactNode } from 'react'
import { useStudio } from '../bot/studio.js'

/** Fields as they are for who may look and nothing else: filled in, and closed. */
export function AsItIs({ children }: { children: ReactNode }) {
  const { isReadOnly } = useStudio()
  if (!isReadOnly) return children
  return (
    <fieldset className="as-it-is" disabled>
      {children}
    </fieldset>
  )
}
