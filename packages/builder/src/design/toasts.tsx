import { X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../i18n/i18n.js'

interface Toast {
  id: number
  text: string
  action?: { label: string; run(): void }
  topic?: string
}

let toasts: readonly Toast[] = []
let count = 0
const listeners = new Set<() => void>()

/** Shows a message at the foot of the page for a while and announces it to screen readers; replaces a message on the same topic. */
export function showToast(text: string, action?: Toast['action'], topic?: string): void {
  const toast: Toast = { id: ++count, text, ...(action && { action }), ...(topic !== undefined && { topic }) }
  const others = toasts.filter((it) => topic === undefined || it.topic !== topic)
  become([...others.slice(-2), toast])
  setTimeout(() => expire(toast.id), action ? 20_000 : 5000)
}

/** Shows the reason of a failure. */
export const showError = (error: unknown): void => showToast(error instanceof Error ? error.message : String(error))

/**
 * Messages above everything else, including dialogs, because a dialog often is what a message is about. F9 moves the focus to the latest
 * one, and a closed message returns it.
 */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  const list = useRef<HTMLDivElement>(null)
  const before = useRef<Element>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const latest = list.current?.lastElementChild?.querySelector('button')
      if (event.key !== 'F9' || !latest) return
      event.preventDefault()
      if (!list.current?.contains(document.activeElement)) before.current = document.activeElement
      latest.focus()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  const close = (id: number) => {
    const wasHere = list.current?.contains(document.activeElement)
    dismiss(id)
    if (wasHere && before.current instanceof HTMLElement) before.current.focus()
  }
  return createPortal(
    <div className="toasts" role="status" aria-live="polite" ref={list}>
      {shown.map(({ id, text, action }) => (
        <div className="toast" key={id}>
          <span className="grow">{text}</span>
          {action && (
            <button type="button" className="button small" onClick={() => [close(id), action.run()]}>
              {action.label}
            </button>
          )}
          <button type="button" className="button small icon-only" aria-label={t('Dismiss')} onClick={() => close(id)}>
            <X size={14} />
          </button>
        </div>
      ))}
    </div>,
    document.body,
  )
}

/** True if an event happened on a message. Messages do not belong to a dialog, and clicking one does not close it. */
export const isOnToast = ({ target }: Event): boolean => target instanceof Element && target.closest('.toasts') !== null

/** Removes a message once it has neither hover nor focus. */
function expire(id: number): void {
  if (document.querySelector('.toasts:is(:hover, :focus-within)')) setTimeout(() => expire(id), 1000)
  else dismiss(id)
}

const dismiss = (id: number) => become(toasts.filter((toast) => toast.id !== id))

function become(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
