import { flushSync } from 'react-dom'

/** Makes a change and moves the focus to what it has brought, before the next key arrives. */
export function focusAfter(change: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(change)
  find()?.focus()
}
