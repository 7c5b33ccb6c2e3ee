import { MailQuestion } from 'lucide-react'
import { useState } from 'react'
import { Input } from '../design/field.js'
import { useAttempt } from '../design/use-attempt.js'
import { rich, t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { SignedOutForm } from './signed-out-form.js'

interface ForgottenPasswordProps {
  /** The text entered in the sign-in form before. */
  email: string
  onBack(): void
}

/** Asks for a link that sets a new password, and says whom to contact if this server sends no email. */
export default function ForgottenPassword({ email: given, onBack }: ForgottenPasswordProps) {
  const [email, setEmail] = useState(given)
  const [isMailing, setMailing] = useState<boolean>()
  const { attempt, isBusy, error } = useAttempt()
  const submit = () =>
    attempt(async () => {
      const answer = await api.requestPasswordLink({ email: email.trim() })
      setMailing(answer.isMailing)
    })
  const back = (
    <button type="button" className="button plain" onClick={onBack}>
      {t('Back to sign-in')}
    </button>
  )
  if (isMailing)
    return (
      <SignedOutForm
        title={t('Check your email')}
        text={rich(
          'If there is an account for {strong}, a link is on its way. It works once, within an hour. Nothing after a few minutes? Check the spam folder, or try again.',
          { strong: <strong>{email.trim()}</strong> },
        )}
        onSubmit={onBack}
      >
        {back}
      </SignedOutForm>
    )
  if (isMailing === false)
    return (
      <SignedOutForm
        title={t('Ask for a link')}
        text={t(
          'This server does not send password links by email. An admin of your workspace can create one for you on the Members page.',
        )}
        onSubmit={onBack}
      >
        <p className="soft">
          {t('Is this your server? Run this command where its data folder is, and open the link that it prints:')}
        </p>
        <code className="code-line">npx colloquy password-link {email.trim()}</code>
        {back}
      </SignedOutForm>
    )
  return (
    <SignedOutForm
      title={t('A new password')}
      text={t('Enter the email address of your account. You get a link to choose another password.')}
      error={error?.message}
      onSubmit={submit}
    >
      <Input label={t('Email')} type="email" autoComplete="username" required value={email} onChange={setEmail} />
      <button type="submit" className="button primary large" disabled={isBusy}>
        <MailQuestion size={15} /> {t('Send me a link')}
      </button>
      {back}
    </SignedOutForm>
  )
}
