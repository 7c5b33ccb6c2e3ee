import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { Input, PasswordInput } from '../design/field.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import type { User } from '../service/user.js'
import { SignedOutForm } from './signed-out-form.js'

interface SetUpProps {
  user: User
  onDone(): void
  onLater(): void
}

/** Asks a person who came by the printed link for an email address and a password, to sign in without the link later. */
export default function SetUp({ user, onDone, onLater }: SetUpProps) {
  const [name, setName] = useState(user.name === 'Owner' ? '' : (user.name ?? ''))
  const [email, setEmail] = useState(user.email ?? '')
  const [password, setPassword] = useState('')
  const { attempt, isBusy, error } = useAttempt()
  const submit = () =>
    attempt(async () => {
      await api.setPassword({ email: email.trim(), password })
      if (name.trim() !== '') await api.updateMe({ updates: { name: name.trim() } })
      onDone()
    })
  return (
    <SignedOutForm
      title={t('Set up your account')}
      text={t('Choose how to sign in. You will not need the setup link again.')}
      error={error?.message}
      onSubmit={submit}
    >
      <Input label={t('Your name')} autoComplete="name" value={name} onChange={setName} />
      <Input
        label={t('Email')}
        type="email"
        autoComplete="username"
        required
        value={email}
        readOnly={user.email !== null}
        onChange={setEmail}
      />
      <PasswordInput
        label={t('Password')}
        autoComplete="new-password"
        required
        minLength={shortest}
        value={password}
        hint={t('At least {shortest} characters. Three or four random words are easy to remember.', { shortest })}
        onChange={setPassword}
      />
      <button type="submit" className="button primary large" disabled={isBusy}>
        {t('Continue')} <ArrowRight size={15} />
      </button>
      <button type="button" className="button plain" onClick={onLater}>
        {t('Skip for now')}
      </button>
    </SignedOutForm>
  )
}

const shortest = 10
