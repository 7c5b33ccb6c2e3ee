import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'

interface DialogProps {
  title: string
  description?: string
  isWide?: boolean
  onClose(): void
  children: ReactNode
}

/** A window above the page that keeps the focus until it is closed. */
export function Dialog({ title, description, isWide, onClose, children }: DialogProps) {
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className={isWide ? 'dialog wide' : 'dialog'}>
          <div className="row">
            <Base.Title className="dialog-title grow">{title}</Base.Title>
            <Base.Close className="button plain icon-only" aria-label="Close">
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
