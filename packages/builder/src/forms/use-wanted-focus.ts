import { type RefObject, useEffect, useRef } from 'react'
import { useBotEditor, useView } from '../editor/bot-editor.js'

/** Editors of messages and of code, which load later. */
const editorSelector = '.rich-text, .code-editor'
/** Fields, selects and switches. */
const inputs = 'input:not([type="file"], [type="color"], [aria-hidden="true"]), textarea, [role="combobox"]'

/** The part of a form with its title and with buttons for the whole block. It never takes the focus by itself. */
export const formHead = 'form-head'

/**
 * Returns the first field of a form in the order of the form, the place of an editor that still loads included. Folded and disabled fields
 * do not count.
 */
const firstFieldOf = (form: Element): HTMLElement | undefined =>
  [...form.querySelectorAll<HTMLElement>(`${inputs}, ${editorSelector}`)].find(
    (it) => !it.matches(':disabled') && it.checkVisibility(),
  )

/** The part of an editor that takes the focus, once it is loaded. */
const writtenIn = (editor: HTMLElement): HTMLElement | undefined =>
  (editor.shadowRoot ?? editor).querySelector<HTMLElement>('[contenteditable="true"]') ?? undefined

/** True if the form around an editor wants the focus in its first field, and that is the editor. */
export function isWantedField(editor: Element, isFormWanted: boolean): boolean {
  const form = editor.closest('.side-body')
  return isFormWanted && form !== null && firstFieldOf(form)?.contains(editor) === true
}

/**
 * Ends the wish of a form for the focus when the user presses the mouse or Tab before the form is there: they have gone elsewhere, and a
 * form that opens a moment later must not take what they type there.
 */
export function useWishUntilMoved(): void {
  const { view } = useBotEditor()
  const isWanted = useView((it) => it.isFormWanted)
  useEffect(() => {
    if (!isWanted) return
    const end = () => view.set({ isFormWanted: false })
    const press = ({ key }: KeyboardEvent) => key === 'Tab' && end()
    window.addEventListener('pointerdown', end, true)
    window.addEventListener('keydown', press, true)
    return () => {
      window.removeEventListener('pointerdown', end, true)
      window.removeEventListener('keydown', press, true)
    }
  }, [isWanted, view])
}

/**
 * Focuses the first field of a form when the form is to take the keys; without a field its first button, and without one the form. Editors
 * that load later take the focus themselves; a form that is not there yet is waited for.
 */
export function useWantedFocus({ isReady = true } = {}): RefObject<HTMLDivElement | null> {
  const { view } = useBotEditor()
  const isWanted = useView((it) => it.isFormWanted)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isWanted || !isReady || !form.current) return
    const first = firstFieldOf(form.current)
    const field = first?.matches(editorSelector) ? writtenIn(first) : first
    if (first && !field) return
    view.set({ isFormWanted: false })
    const target =
      field ?? form.current.querySelector<HTMLElement>(`button:enabled:not(.${formHead} *)`) ?? form.current
    if (target === form.current) target.tabIndex = -1
    target.focus()
  }, [isWanted, isReady, view])
  return form
}
