import { useEffect, useRef, useState } from 'react'
import { t } from '../i18n/i18n.js'
import { useEditingState } from './bot-editor.js'

/** Announces each edit to screen readers. Undo, redo and connecting have their own announcements. */
export function Announcer() {
  const undoable = useEditingState((state) => state.undoable)
  const redoable = useEditingState((state) => state.redoable.length)
  const [text, setText] = useState('')
  const before = useRef({ count: undoable.length, redoable })
  useEffect(() => {
    const isNew = undoable.length > before.current.count && redoable === 0 && before.current.redoable === 0
    before.current = { count: undoable.length, redoable }
    const label = undoable.at(-1)?.label
    if (isNew && label !== undefined && label !== t('Connect')) setText(label)
  }, [undoable, redoable])
  return (
    <p className="visually-hidden" aria-live="polite" data-announcer>
      {text}
    </p>
  )
}
