import type { ReactNode } from 'react'
import './closed.css'

/** Fields as they are for who may not change them: filled in, and closed. Buttons among them are not there. */
export function DisabledFields({ when, children }: { when: boolean; children: ReactNode }) {
  if (!when) return children
  return (
    <fieldset className="closed" disabled>
      {children}
    </fieldset>
  )
}
