import { type FormEvent, useState } from 'react'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import type { ServiceError } from '../service/api.js'
import { problemText } from './problem-text.js'
import { ReasonField } from './reason-field.js'

interface BlockedDialogProps {
  blockingError: ServiceError
  onPublish(reason: string): Promise<unknown>
  onClose(): void
}

/** Shows the failed checks, and asks for the reason to publish anyway. */
export default function BlockedDialog({ blockingError, onPublish, onClose }: BlockedDialogProps) {
  const [reason, setReason] = useState('')
  const { attempt, isBusy, error } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await onPublish(reason)
      onClose()
    })
  }
  const issues = new Set(blockingError.issues?.map(({ message }) => message))
  return (
    <Dialog title={t('Checks failed')} description={t('The settings of this bot block publishing.')} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <ul className="stack">
          {[...issues].slice(0, 5).map((message) => (
            <li key={message}>{problemText(message)}</li>
          ))}
        </ul>
        <ReasonField reason={reason} onReason={setReason} />
        <ErrorNotice error={error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('Cancel')}
          </button>
          <button type="submit" className="button danger" disabled={isBusy || !reason.trim()}>
            {t('Publish anyway')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
