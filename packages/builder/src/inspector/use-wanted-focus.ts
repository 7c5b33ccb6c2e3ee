import { type RefObject, useEffect, useRef } from 'react'
import { useBotEditor, useView } from '../editor/bot-editor.js'

/**
 * A form that takes the keys when that is wanted: its first field has them then. Editors that are loaded later take them
 * themselves; a form that is not there yet is waited for.
 */
export function useWantedFocus({ isReady = true } = {}): RefObject<HTMLDivElement | null> {
  const { view } = useBotEditor()
  const isWanted = useView((it) => it.isFormWanted)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isWanted || !isReady) return
    const field = form.current?.querySelector<HTMLElement>('input, select, textarea, [contenteditable="true"]')
    if (!field && form.current?.querySelector('.rich-text, .code-editor')) return
    view.set({ isFormWanted: false })
    const target = field ?? form.current?.querySelector<HTMLElement>('button')
    target?.focus()
  }, [isWanted, isReady, view])
  return form
}
