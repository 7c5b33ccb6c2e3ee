import { type FormEvent, useState } from 'react'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { verifyEmail } from '../people/email-status.js'

/** For instance admins: confirms the address of any account. */
export function ConfirmAddressCard() {
  const [email, setEmail] = useState('')
  const { attempt, isBusy, error } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await verifyEmail(email.trim())
      setEmail('')
    })
  }
  return (
    <form className="card" onSubmit={submit}>
      <div>
        <h2>{t('Confirm an address')}</h2>
        <p className="soft">
          {t(
            'As an instance admin you can confirm that an email address belongs to the person who signs in with it. They can then accept invitations to it.',
          )}
        </p>
      </div>
      <Input label={t('Address to confirm')} type="email" autoComplete="off" value={email} onChange={setEmail} />
      <ErrorNotice error={error} />
      <div className="card-foot">
        <button type="submit" className="button primary" disabled={isBusy || !email.includes('@')}>
          {t('Confirm address')}
        </button>
      </div>
    </form>
  )
}
