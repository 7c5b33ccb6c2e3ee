import type { ReactNode } from 'react'
import { Closed } from '../design/closed.js'
import { useStudio } from '../editor/studio.js'

/** Fields of the draft: closed for who may look and nothing else. */
export function AsItIs({ children }: { children: ReactNode }) {
  const { isReadOnly } = useStudio()
  return <Closed when={isReadOnly}>{children}</Closed>
}
