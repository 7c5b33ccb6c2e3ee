import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ErrorNotice } from '../design/error-notice.js'
import { Input, PasswordInput } from '../design/field.js'
import { showToast } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { rich, t } from '../i18n/i18n.js'
import { UnverifiedTag } from '../people/email-status.js'
import { type Answer, api, ServiceError } from '../service/api.js'

interface EmailCardProps {
  email: string
  isVerified: boolean
  hasPassword: boolean
  /** True if this service mails links, which prove an address. */
  mailsLinks: boolean
}

/** The address that somebody signs in with, whether it is verified, and a form to change it. */
export function EmailCard({ email: current, isVerified, hasPassword, mailsLinks }: EmailCardProps) {
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [status, setStatus] = useState<string>()
  const { attempt, isBusy, error } = useAttempt()
  const next = email.trim()
  const change = (to: string) => {
    setStatus(undefined)
    void attempt(async () => {
      const body = { email: to, ...(password !== '' && { currentPassword: password }) }
      const { outcome } = await api.changeEmail(body)
      setPassword('')
      if (outcome !== 'changed') return setStatus(sentences[outcome](to))
      setEmail('')
      await queries.refetchQueries({ queryKey: ['me'] })
      await queries.invalidateQueries({ queryKey: ['own-invitations'] })
      showToast(t('You now sign in with {to}.', { to }))
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change(next)
  }
  return (
    <form className="card" onSubmit={submit}>
      <div>
        <h2>{t('Email')}</h2>
        <p className="soft">
          {rich('You sign in with {strong}.', { strong: <strong>{current}</strong> })}{' '}
          {!isVerified && <UnverifiedTag />}
        </p>
      </div>
      {!isVerified && (
        <p className="notice warning">
          {mailsLinks
            ? t(
                'Confirm your address to see invitations to it here. Until then, you can accept an invitation only by its link.',
              )
            : t(
                'This server does not send links by email. Ask an instance admin to confirm your address. Until then, you can accept invitations only by their links.',
              )}
        </p>
      )}
      <div className="fields">
        <Input
          label={t('New email')}
          type="email"
          autoComplete="email"
          value={email}
          hint={mailsLinks ? undefined : t('Stays unverified until an instance admin confirms it.')}
          onChange={setEmail}
        />
        {hasPassword && (
          <PasswordInput
            label={t('Password')}
            autoComplete="current-password"
            value={password}
            isInvalid={error instanceof ServiceError && error.code === 'wrong_password'}
            onChange={setPassword}
          />
        )}
      </div>
      <ErrorNotice error={error} />
      {status && (
        <p className="notice" role="status">
          {status}
        </p>
      )}
      <div className="card-foot">
        {!isVerified && mailsLinks && (
          <button
            type="button"
            className="button"
            disabled={isBusy || (hasPassword && password === '')}
            title={hasPassword && password === '' ? t('Enter your password first.') : undefined}
            onClick={() => change(current)}
          >
            {t('Send confirmation link')}
          </button>
        )}
        <button type="submit" className="button primary" disabled={isBusy || !next.includes('@') || next === current}>
          {t('Change address')}
        </button>
      </div>
    </form>
  )
}

type Waiting = Exclude<Answer<'changeEmail'>['outcome'], 'changed'>

const sentences: Record<Waiting, (email: string) => string> = {
  mailed: (email) => t('We sent a link to {email}. Open it within an hour to confirm the address.', { email }),
  'not mailed': (email) => t('Could not send an email to {email}. Nothing has changed. Check the address.', { email }),
}
