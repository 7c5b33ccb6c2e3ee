import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { t } from '../i18n/i18n.js'
import { isOnToast } from './toasts.js'

export interface DialogProps {
  title: string
  description?: string
  isWide?: boolean
  onClose(): void
  children: ReactNode
}

/**
 * A window above the page that keeps the focus until it is closed. Focus starts in its first field, or on the element with
 * `data-initial-focus`.
 */
export default function DialogWindow({ title, description, isWide, onClose, children }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  // On touch a focused field would open the keyboard over the dialog.
  const first = (opened: string) => {
    const within = popup.current
    const field = opened === 'touch' ? null : within?.querySelector<HTMLElement>(fields)
    const wanted = within?.querySelector<HTMLElement>('[data-initial-focus]')
    return wanted?.matches('input') && field ? wanted : (field ?? wanted)
  }
  return (
    <Base.Root open onOpenChange={(isOpen, { event }) => !isOpen && !isOnToast(event) && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup ref={popup} className={isWide ? 'dialog wide' : 'dialog'} initialFocus={(by) => first(by) ?? true}>
          <div className="row dialog-head">
            <Base.Title className="dialog-title grow">{title}</Base.Title>
            <Base.Close className="button plain icon-only" aria-label={t('Close')}>
              <X size={16} />
            </Base.Close>
          </div>
          {description && <Base.Description className="soft">{description}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

const fields = ['input', 'textarea', '[role=combobox]']
  .map((tag) => `${tag}:not([type=hidden], [type=file], [hidden], [aria-hidden=true], :disabled)`)
  .join()
