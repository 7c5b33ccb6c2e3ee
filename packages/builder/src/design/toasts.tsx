import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
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

/** Says something at the foot of the page for a while, and to those who listen; in place of what was said on the same topic. */
export function say(text: string, action?: Toast['action'], topic?: string): void {
  const toast: Toast = { id: ++count, text, ...(action && { action }), ...(topic !== undefined && { topic }) }
  const others = toasts.filter((it) => topic === undefined || it.topic !== topic)
  become([...others.slice(-2), toast])
  setTimeout(() => dismiss(toast.id), action ? 9000 : 5000)
}

/** Says why something did not work. */
export const sayError = (error: unknown): void => say(error instanceof Error ? error.message : String(error))

/** Above everything else, dialogs included: a dialog often is what a message is about. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return createPortal(
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, action }) => (
        <div className="toast" key={id}>
          <span className="grow">{text}</span>
          {action && (
            <button type="button" className="button small" onClick={() => [action.run(), dismiss(id)]}>
              {action.label}
            </button>
          )}
          <button
            type="button"
            className="button small icon-only"
            aria-label={t('Dismiss')}
            onClick={() => dismiss(id)}
          >
            <X size={14} />
          </button>
        </div>
      ))}
    </div>,
    document.body,
  )
}

/** Tells whether an event happened on a message, which belongs to no dialog and closes none. */
export const isOnToast = ({ target }: Event): boolean => target instanceof Element && target.closest('.toasts') !== null

const dismiss = (id: number) => become(toasts.filter((toast) => toast.id !== id))

function become(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
