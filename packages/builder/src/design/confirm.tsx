import { t } from '../i18n/i18n.js'
import { Dialog } from './dialog.js'
import { ErrorNotice } from './error-notice.js'
import { useAttempt } from './use-attempt.js'

interface ConfirmProps {
  title: string
  /** States what is lost and, where true, that it cannot be undone. */
  text: string
  action: string
  onConfirm(): Promise<unknown>
  onClose(): void
}

/** Asks for confirmation before a deletion. Focus starts on Cancel, and errors appear in the dialog. */
export function Confirm({ title, text, action, onConfirm, onClose }: ConfirmProps) {
  const { attempt, isBusy, error } = useAttempt()
  return (
    <Dialog title={title} description={text} onClose={onClose}>
      <ErrorNotice error={error} />
      <div className="dialog-actions">
        <button type="button" className="button" data-initial-focus onClick={onClose}>
          {t('Cancel')}
        </button>
        <button
          type="button"
          className="button danger"
          disabled={isBusy}
          onClick={async () => (await attempt(onConfirm)) && onClose()}
        >
          {action}
        </button>
      </div>
    </Dialog>
  )
}
