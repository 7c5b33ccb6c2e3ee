import type { ReactNode } from 'react'
import { Closed } from '../design/closed.js'
import { useBotEditor } from '../editor/bot-editor.js'

/** Fields of the draft: closed for who may look and nothing else. */
export function AsItIs({ children }: { children: ReactNode }) {
  const { isReadOnly } = useBotEditor()
  return <Closed when={isReadOnly}>{children}</Closed>
}
