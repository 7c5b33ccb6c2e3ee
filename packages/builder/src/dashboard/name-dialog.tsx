import { type FormEvent, useState } from 'react'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'

interface NameDialogProps {
  title: string
  /** The present name; empty for something new. */
  name: string
  /** Label of the button that saves. */
  action: string
  save(name: string): Promise<unknown>
  onClose(): void
}

/** Asks for a name, and closes once it is saved. */
export default function NameDialog({ title, name, action, save, onClose }: NameDialogProps) {
  const [draft, setDraft] = useState(name)
  const { attempt, isBusy, error } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await save(draft)
      onClose()
    })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Input label={t('Name')} maxLength={200} value={draft} onChange={setDraft} />
        <ErrorNotice error={error} />
        <div className="dialog-actions">
          <button type="submit" className="button primary" disabled={isBusy || draft.trim() === '' || draft === name}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
