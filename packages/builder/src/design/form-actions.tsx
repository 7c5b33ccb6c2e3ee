import { t } from '../i18n/i18n.js'
import { ErrorNotice } from './error-notice.js'

interface FormActionsProps {
  /** Label of the button that submits the form. */
  action: string
  isBusy: boolean
  error?: Error | undefined
  onClose(): void
}

/** The end of a form in a dialog: what went wrong, and the buttons. */
export const FormActions = ({ action, isBusy, error, onClose }: FormActionsProps) => (
  <>
    <ErrorNotice error={error} />
    <div className="dialog-actions">
      <button type="button" className="button" onClick={onClose}>
        {t('Cancel')}
      </button>
      <button type="submit" className="button primary" disabled={isBusy}>
        {action}
      </button>
    </div>
  </>
)
