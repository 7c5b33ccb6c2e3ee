import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useAttempt } from '../design/use-attempt.js'
import { rich, t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { explainLink } from './explain-link.js'
import { SignedOutForm } from './signed-out-form.js'

interface ConfirmEmailProps {
  token: string
  onDone(): void
}

/** Opens the link that proves an email address. Asks for a click, because email scanners open links, too. */
export default function ConfirmEmail({ token, onDone }: ConfirmEmailProps) {
  const [email, setEmail] = useState<string>()
  const { attempt, isBusy, error } = useAttempt()
  const submit = () =>
    attempt(async () => {
      if (email !== undefined) return onDone()
      setEmail((await api.confirmEmail({ token })).email)
    })
  return (
    <SignedOutForm
      title={email === undefined ? t('Confirm your email address') : t('Address confirmed')}
      text={
        email === undefined
          ? t('This link was sent to the address that you sign in with from now on.')
          : rich('You sign in with {strong}.', { strong: <strong>{email}</strong> })
      }
      error={error && explainLink(error, advice)}
      onSubmit={submit}
    >
      <button type="submit" className="button primary large" disabled={isBusy}>
        <MailCheck size={15} /> {email === undefined ? t('Confirm address') : t('Continue')}
      </button>
    </SignedOutForm>
  )
}

const advice = t('Request a new link in your account.')
