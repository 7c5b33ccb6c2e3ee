import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { Input, PasswordInput } from '../design/field.js'
import { useAttempt } from '../design/use-attempt.js'
import { PageMessage } from '../frame/page-message.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { forgetSession, keepCsrfToken } from '../service/session.js'
import { explainLink } from './explain-link.js'
import { SignedOutForm } from './signed-out-form.js'

interface NewPasswordProps {
  token: string
  onDone(): void
}

/** Opens a link for a new password. */
export default function NewPassword({ token, onDone }: NewPasswordProps) {
  const [password, setPassword] = useState('')
  const { attempt, isBusy, error } = useAttempt()
  const opened = useQuery({
    queryKey: ['password-link', token],
    queryFn: () => api.openPasswordLink({ token }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (opened.isPending) return <PageMessage title={t('Opening…')} />
  if (opened.error)
    return <PageMessage title={t('This link cannot be opened')} text={explainLink(opened.error, advice)} />
  const submit = () =>
    attempt(async () => {
      forgetSession()
      // biome-ignore lint/correctness/useHookAtTopLevel: an operation of the API, no hook
      const { csrfToken } = await api.usePasswordLink({ token, password })
      keepCsrfToken(csrfToken)
      onDone()
    })
  return (
    <SignedOutForm
      title={t('Choose a new password')}
      text={t('You are signed out everywhere else, and signed in here. API tokens stay as they are.')}
      error={error && explainLink(error, advice)}
      onSubmit={submit}
    >
      <Input
        label={t('Email')}
        type="email"
        autoComplete="username"
        readOnly
        value={opened.data.email}
        onChange={() => undefined}
      />
      <PasswordInput
        label={t('New password')}
        autoComplete="new-password"
        required
        minLength={10}
        value={password}
        hint={t('At least 10 characters. Three or four random words are easy to remember.')}
        onChange={setPassword}
      />
      <button type="submit" className="button primary large" disabled={isBusy}>
        {t('Set password and sign in')} <ArrowRight size={15} />
      </button>
    </SignedOutForm>
  )
}

const advice = t('Request a new one on the sign-in page.')
