import { useState } from 'react'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'

interface NewContactDialogProps {
  workspaceId: string
  onAdded(contactId: string): void
  onClose(): void
}

export function NewContactDialog({ workspaceId, onAdded, onClose }: NewContactDialogProps) {
  const [name, setName] = useState('')
  const [phone, setPhone] = useState('')
  const [email, setEmail] = useState('')
  const { attempt, isBusy, error } = useAttempt()
  const given = [name, phone, email].some((text) => text.trim() !== '')
  const add = () =>
    attempt(async () => {
      const identifiers = [
        { kind: 'phone' as const, value: phone.trim() },
        { kind: 'email' as const, value: email.trim() },
      ].filter(({ value }) => value !== '')
      const added = await api.createContact({ workspaceId, ...(name.trim() !== '' && { name }), identifiers })
      onAdded(added.contact.id)
    })
  return (
    <Dialog title={t('Add contact')} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <Input label={t('Name')} value={name} onChange={setName} maxLength={200} />
        <Input
          label={t('Phone number')}
          type="tel"
          placeholder="+49 170 1234567"
          hint={t('With the country code.')}
          value={phone}
          onChange={setPhone}
        />
        <Input label={t('Email')} type="email" value={email} onChange={setEmail} />
        <ErrorNotice error={error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('Cancel')}
          </button>
          <button type="submit" className="button primary" disabled={isBusy || !given}>
            {t('Add contact')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
