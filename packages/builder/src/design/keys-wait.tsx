import { useLayoutEffect } from 'react'

/**
 * Lets keys wait for a part that is opening, such as a window that takes the focus once it is loaded: they would go to what had the focus
 * before, and be lost or run commands. The keys go to the part when something that matches `where` takes the focus. Escape and a press of
 * the mouse drop them.
 */
export function KeysWait({ where }: { where: string }): null {
  useLayoutEffect(() => {
    const release = holdKeys(where)
    return () => void release()
  }, [where])
  return null
}

/** Returns a function that gives the keys to what has the focus, if that is in the place. */
function holdKeys(where: string): () => void {
  let held: KeyboardEvent[] = []
  let isReleased = false
  const end = () => {
    held = []
    window.removeEventListener('keydown', hold, true)
    window.removeEventListener('pointerdown', end, true)
    window.removeEventListener('focusin', look, true)
  }
  const hold = (event: KeyboardEvent) => {
    if (event.key === 'Escape') end()
    else if (isHeld(event)) {
      event.preventDefault()
      event.stopImmediatePropagation()
      held.push(event)
    }
  }
  // Each key has a separate task, as keys that somebody presses. What they change is there before the next one; others wait meanwhile.
  const release = async () => {
    if (isReleased) return
    isReleased = true
    // Keys that come from now on go to the part by themselves.
    if (held.length === 0) return end()
    await nextTask()
    for (let key = held.shift(); key; key = held.shift()) {
      press(key, where)
      await nextTask()
    }
    end()
  }
  const look = ({ target }: FocusEvent) => void ((target as Element).closest(where) && release())
  window.addEventListener('keydown', hold, true)
  window.addEventListener('pointerdown', end, true)
  window.addEventListener('focusin', look, true)
  return release
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** Keys that write or move in a field or a list. Tab and combinations, such as those of the browser, work at once. */
function isHeld(event: KeyboardEvent): boolean {
  const isCombination = (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph')
  const isKnown = event.key.length === 1 || /^(Enter|Backspace|Delete|Home|End|Arrow.*)$/.test(event.key)
  return event.isTrusted && !event.isComposing && !isCombination && isKnown
}

/** Does what the browser does for a key, which it does only for keys that somebody presses. */
function press({ key, code, shiftKey }: KeyboardEvent, where: string): void {
  const focused = document.activeElement
  if (!focused?.closest(where)) return
  const target = (focused.shadowRoot?.activeElement ?? focused) as HTMLElement
  const event = new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true, composed: true })
  if (!target.dispatchEvent(event)) return
  const isField = target.isContentEditable || target.matches('input, textarea')
  if (isField && key.length === 1) edit(target, 'insertText', key)
  else if (isField && key === 'Backspace') edit(target, 'deleteContentBackward', null)
  else if (target.matches('input') && key === 'Enter') (target as HTMLInputElement).form?.requestSubmit()
  else if (target.matches('button, a') && (key === 'Enter' || key === ' ')) target.click()
}

function edit(field: HTMLElement, inputType: string, data: string | null): void {
  // Commands do not announce what they do, and the editor of messages waits for that.
  const isAllowed = field.dispatchEvent(
    new InputEvent('beforeinput', { inputType, data, bubbles: true, cancelable: true }),
  )
  if (isAllowed) document.execCommand(data === null ? 'delete' : 'insertText', false, data ?? undefined)
}
