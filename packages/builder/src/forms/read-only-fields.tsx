import type { ReactNode } from 'react'
import { DisabledFields } from '../design/disabled-fields.js'
import { useBotEditor } from '../editor/bot-editor.js'

/** Fields of the draft: closed for who may look and nothing else. */
export function ReadOnlyFields({ children }: { children: ReactNode }) {
  const { isReadOnly } = useBotEditor()
  return <DisabledFields when={isReadOnly}>{children}</DisabledFields>
}
