import type { ChatServices } from './chat-context.js'
import { continueUnanswered } from './continue-unanswered.js'
import { moveFocus } from './move-focus.js'

const fieldOf = (root: ShadowRoot) => root.querySelector<HTMLInputElement>('[data-answer]')

/** Prepares the place of an answer: its keys, its focus, and its end without an answer. */
export function prepareAnswer(container: HTMLElement | null, services: ChatServices): void {
  if (!container) return
  void continueUnanswered(services)
  takeFocus(container, services.root)
}

/**
 * Makes arrow keys move among the choices of an answer, and focuses the next control if the focus is in this chat; on a touch screen, a
 * field would open the keyboard.
 */
function takeFocus(container: HTMLElement, root: ShadowRoot): void {
  container.onkeydown = moveFocus
  if (!root.activeElement || root.activeElement.closest('.composer')) return
  // A window that has just been opened keeps the focus, unless there is a field to type into.
  const wanted = root.activeElement.matches('.window') ? '[data-answer]' : 'input, select, button:not(:disabled)'
  const find = () =>
    container.querySelector<HTMLElement>('[data-answer]') ?? container.querySelector<HTMLElement>(wanted)
  const focus = (answer: HTMLElement) => {
    const isTouch = matchMedia('(pointer: coarse)').matches
    if (!isTouch || answer.tagName === 'BUTTON') answer.focus({ preventScroll: true })
  }
  const answer = find()
  if (answer) {
    focus(answer)
    return
  }
  // The view of this input is still being loaded.
  const observer = new MutationObserver(() => {
    const late = find()
    if (!late) return
    observer.disconnect()
    if (root.activeElement?.matches('.log, .window')) focus(late)
  })
  observer.observe(container, { childList: true, subtree: true })
}

/** Moves the focus of an opened window to the field, unless a keyboard would open over it. */
export function focusField(root: ShadowRoot): void {
  if (!matchMedia('(pointer: coarse)').matches) fieldOf(root)?.focus({ preventScroll: true })
}

export function fillAnswer(root: ShadowRoot, value: string): void {
  const field = fieldOf(root)
  if (!field) return
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Submits after a value that has just been filled in was rendered. */
export function submitAnswer(root: ShadowRoot): void {
  setTimeout(() => root.querySelector<HTMLFormElement>('.composer form')?.requestSubmit())
}
