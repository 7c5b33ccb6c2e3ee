import { type FormEvent, useState } from 'react'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'

interface NameDialogProps {
  title: string
  action: string
  name?: string
  onSave(name: string): Promise<unknown>
  onClose(): void
}

/** Asks for the name of a knowledge base. */
export function NameDialog({ title, action, name: before = '', onSave, onClose }: NameDialogProps) {
  const [name, setName] = useState(before)
  const { attempt, isBusy, error } = useAttempt()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await attempt(() => onSave(name.trim()))) onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Input label={t('Name')} value={name} maxLength={200} placeholder={t('Product help')} onChange={setName} />
        <ErrorNotice error={error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('Cancel')}
          </button>
          <button type="submit" className="button primary" disabled={isBusy || name.trim() === ''}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
