import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ErrorNotice } from '../design/error-notice.js'
import { Input, PasswordInput } from '../design/field.js'
import { showToast } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { OwnInvitations } from '../people/own-invitations.js'
import { api, ServiceError } from '../service/api.js'
import type { User } from '../service/user.js'
import { ConfirmAddressCard } from './confirm-address-card.js'
import { DeleteAccountCard } from './delete-account-card.js'
import { EmailCard } from './email-card.js'
import { EmailsCard } from './emails-card.js'

/** Name, email address and password. */
export function Profile({ user }: { user: User }) {
  const signIn = useQuery({
    queryKey: ['sign-in'],
    queryFn: () => api.getSignIn(),
  })
  const hasPassword = signIn.data?.hasPassword ?? true
  return (
    <>
      <h1>{t('Profile')}</h1>
      <NameCard user={user} />
      <OwnInvitations />
      {user.email !== null && (
        <EmailCard
          email={user.email}
          isVerified={user.isEmailVerified}
          hasPassword={hasPassword}
          mailsLinks={signIn.data?.mailsLinks ?? false}
        />
      )}
      {user.email !== null && <EmailsCard user={user} />}
      <PasswordCard user={user} hasPassword={hasPassword} />
      {user.isAdmin && <ConfirmAddressCard />}
      <DeleteAccountCard user={user} hasPassword={hasPassword} />
    </>
  )
}

function NameCard({ user }: { user: User }) {
  const queries = useQueryClient()
  const [name, setName] = useState(user.name ?? '')
  const { attempt, isBusy, error } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await api.updateMe({ updates: { name: name.trim() } })
      await queries.refetchQueries({ queryKey: ['me'] })
      showToast(t('Name saved.'))
    })
  }
  return (
    <form className="card" onSubmit={submit}>
      <h2>{t('You')}</h2>
      <Input label={t('Name')} autoComplete="name" maxLength={200} value={name} onChange={setName} />
      <ErrorNotice error={error} />
      <div className="card-foot">
        <button type="submit" className="button primary" disabled={isBusy || name.trim() === (user.name ?? '')}>
          {t('Save')}
        </button>
      </div>
    </form>
  )
}

function PasswordCard({ user, hasPassword }: { user: User; hasPassword: boolean }) {
  const queries = useQueryClient()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [email, setEmail] = useState('')
  const { attempt, isBusy, error } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await api.setPassword({
        password,
        ...(current !== '' && { currentPassword: current }),
        ...(user.email === null && { email: email.trim() }),
      })
      setCurrent('')
      setPassword('')
      await Promise.all([
        queries.refetchQueries({ queryKey: ['me'] }),
        queries.invalidateQueries({ queryKey: ['sign-in'] }),
        queries.invalidateQueries({ queryKey: ['sign-ins'] }),
      ])
      showToast(t('The password is set. You are signed out everywhere else.'))
    })
  }
  return (
    <form className="card" onSubmit={submit}>
      <div>
        <h2>{t('Password')}</h2>
        <p className="soft">{t('A new password signs you out everywhere but here.')}</p>
      </div>
      <div className="fields">
        {user.email === null && (
          <Input
            label={t('Email to sign in with')}
            type="email"
            autoComplete="username"
            value={email}
            onChange={setEmail}
          />
        )}
        {hasPassword && (
          <PasswordInput
            label={t('Current password')}
            autoComplete="current-password"
            value={current}
            isInvalid={isWrong(error)}
            onChange={setCurrent}
          />
        )}
        <PasswordInput
          label={t('New password')}
          autoComplete="new-password"
          value={password}
          hint={t('At least 10 characters.')}
          onChange={setPassword}
        />
      </div>
      <ErrorNotice error={error} />
      <div className="card-foot">
        <button type="submit" className="button primary" disabled={isBusy || password.length < 10}>
          {hasPassword ? t('Change the password') : t('Set the password')}
        </button>
      </div>
    </form>
  )
}

const isWrong = (error: Error | undefined) => error instanceof ServiceError && error.code === 'wrong_password'
