/** Moves the focus to what can be answered, if it is in this chat; on a touch screen a field would bring up the keyboard. */
export function focusAnswer(place: HTMLElement | null, root: ShadowRoot): void {
  if (!place || !root.activeElement || root.activeElement.closest('.composer')) return
  const find = () =>
    place.querySelector<HTMLElement>('[data-answer]') ??
    place.querySelector<HTMLElement>('input, select, button:not(:disabled)')
  const focus = (answer: HTMLElement) => {
    const isTouch = matchMedia('(pointer: coarse)').matches
    if (!isTouch || answer.tagName === 'BUTTON') answer.focus({ preventScroll: true })
  }
  const answer = find()
  if (answer) {
    focus(answer)
    return
  }
  // The view of this input is still on its way.
  const observer = new MutationObserver(() => {
    const late = find()
    if (!late) return
    observer.disconnect()
    if (root.activeElement?.matches('.log')) focus(late)
  })
  observer.observe(place, { childList: true, subtree: true })
}
