import { MailQuestion } from 'lucide-react'
import { useState } from 'react'
import { Input } from '../design/field.js'
import { useAttempt } from '../design/use-attempt.js'
import { rich, t } from '../i18n/i18n.js'
import { request } from '../service/request.js'
import { Entrance } from './entrance.js'

interface ForgottenPasswordProps {
  /** What was typed into the form before. */
  email: string
  onBack(): void
}

/** Asks for a link by which a new password is set, and says whom to ask where this service sends none. */
export default function ForgottenPassword({ email: given, onBack }: ForgottenPasswordProps) {
  const [email, setEmail] = useState(given)
  const [isMailing, setMailing] = useState<boolean>()
  const { attempt, isBusy, error } = useAttempt()
  const submit = () =>
    attempt(async () => {
      const answer = await request<'requestPasswordLink'>('POST', 'password-links/request', { email: email.trim() })
      setMailing(answer.isMailing)
    })
  const back = (
    <button type="button" className="button plain" onClick={onBack}>
      {t('Back to signing in')}
    </button>
  )
  if (isMailing)
    return (
      <Entrance
        title={t('Look into your mail')}
        text={rich(
          'If somebody signs in here with {strong}, a link is on its way to them. It can be used once, within an hour. Nothing there after some minutes? Look where unwanted mail goes, or try again.',
          { strong: <strong>{email.trim()}</strong> },
        )}
        onSubmit={onBack}
      >
        {back}
      </Entrance>
    )
  if (isMailing === false)
    return (
      <Entrance
        title={t('Ask for a link')}
        text={t(
          'This server sends no email to people who forgot their password. An admin of your workspace can make a link for you, on its page of members.',
        )}
        onSubmit={onBack}
      >
        <p className="soft">
          {t(
            'You look after this server yourself? Run this where its data folder is, and open the link that it prints:',
          )}
        </p>
        <code className="code-line">npx colloquy password-link {email.trim()}</code>
        {back}
      </Entrance>
    )
  return (
    <Entrance
      title={t('A new password')}
      text={t('With which email address do you sign in? A link goes there, by which you choose another password.')}
      error={error?.message}
      onSubmit={submit}
    >
      <Input label={t('Email')} type="email" autoComplete="username" value={email} onChange={setEmail} />
      <button type="submit" className="button primary large" disabled={isBusy || !email.includes('@')}>
        <MailQuestion size={15} /> {t('Send me a link')}
      </button>
      {back}
    </Entrance>
  )
}
