import type { ReactNode } from 'react'
import { t } from '../i18n/i18n.js'
import { Dialog } from './dialog.js'
import { ErrorNotice } from './error-notice.js'
import { useAttempt } from './use-attempt.js'

interface ConfirmProps {
  title: string
  /** States what is lost and, where true, that it cannot be undone. */
  text: string
  action: string
  /** Choices that belong to the decision. */
  children?: ReactNode
  /** Shown until an attempt fails. */
  error?: Error | undefined
  isDisabled?: boolean
  onConfirm(): Promise<unknown>
  onClose(): void
}

/** Asks for confirmation before a deletion. Focus starts on Cancel, and errors appear in the dialog. */
export function Confirm({
  title,
  text,
  action,
  children,
  isDisabled = false,
  onConfirm,
  onClose,
  ...props
}: ConfirmProps) {
  const { attempt, isBusy, error = props.error } = useAttempt()
  return (
    <Dialog title={title} description={text} onClose={onClose}>
      {children}
      <ErrorNotice error={error} />
      <div className="dialog-actions">
        <button type="button" className="button" data-initial-focus onClick={onClose}>
          {t('Cancel')}
        </button>
        <button
          type="button"
          className="button danger"
          disabled={isBusy || isDisabled}
          onClick={async () => (await attempt(onConfirm)) && onClose()}
        >
          {action}
        </button>
      </div>
    </Dialog>
  )
}
