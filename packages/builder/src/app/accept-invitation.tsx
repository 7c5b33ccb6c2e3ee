import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { Input, PasswordInput } from '../design/field.js'
import { useAttempt } from '../design/use-attempt.js'
import { PageMessage } from '../frame/page-message.js'
import { t } from '../i18n/i18n.js'
import { offers } from '../people/offers.js'
import { type Answer, api, ServiceError } from '../service/api.js'
import { forgetSession, keepCsrfToken } from '../service/session.js'
import { explainLink } from './explain-link.js'
import { SignedOutForm } from './signed-out-form.js'

interface AcceptInvitationProps {
  token: string
  /** Called with the path of the workspace or bot that the person was invited to. */
  onAccepted(path: string): void
}

/** Opens the link of an invitation: new people choose a password, others enter their existing one. */
export default function AcceptInvitation({ token, onAccepted }: AcceptInvitationProps) {
  const opened = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.openInvitation({ token }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (opened.isPending) return <PageMessage title={t('Opening…')} />
  if (opened.error)
    return <PageMessage title={t('This invitation cannot be opened')} text={explainLink(opened.error, advice)} />
  return <Acceptance token={token} invitation={opened.data} onAccepted={onAccepted} />
}

function Acceptance({
  token,
  invitation: { email, workspaceName, botName, type, hasAccount },
  onAccepted,
}: AcceptInvitationProps & { invitation: Answer<'openInvitation'> }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { attempt, isBusy, error } = useAttempt()
  const submit = () =>
    attempt(async () => {
      forgetSession()
      const accepted = await api.acceptInvitation({ token, password, ...(name.trim() !== '' && { name: name.trim() }) })
      keepCsrfToken(accepted.csrfToken)
      onAccepted(accepted.botId ? `/bots/${accepted.botId}` : `/workspaces/${accepted.workspaceId}`)
    })
  return (
    <SignedOutForm
      title={t('Join {botName}', { botName: botName ?? workspaceName })}
      text={
        <>
          {botName
            ? hasAccount
              ? t(
                  'You are invited to the bot “{botName}” of {workspaceName}, {offers}. Enter the password of your account.',
                  { botName, workspaceName, offers: offers[type] },
                )
              : t(
                  'You are invited to the bot “{botName}” of {workspaceName}, {offers}. Choose a password to sign in with.',
                  { botName, workspaceName, offers: offers[type] },
                )
            : hasAccount
              ? t('You are invited to this workspace, {offers}. Enter the password of your account.', {
                  offers: offers[type],
                })
              : t('You are invited to this workspace, {offers}. Choose a password to sign in with.', {
                  offers: offers[type],
                })}
        </>
      }
      error={error && explainAcceptance(error)}
      onSubmit={submit}
    >
      <Input
        label={t('Email')}
        type="email"
        autoComplete="username"
        readOnly
        value={email}
        onChange={() => undefined}
      />
      {!hasAccount && <Input label={t('Your name')} autoComplete="name" value={name} onChange={setName} />}
      <PasswordInput
        label={t('Password')}
        autoComplete={hasAccount ? 'current-password' : 'new-password'}
        required
        minLength={hasAccount ? 1 : 10}
        value={password}
        hint={hasAccount ? undefined : t('At least 10 characters.')}
        onChange={setPassword}
      />
      <button type="submit" className="button primary large" disabled={isBusy}>
        {t('Accept')} <ArrowRight size={15} />
      </button>
    </SignedOutForm>
  )
}

const advice = t('Ask the person who invited you for a new link.')

function explainAcceptance(error: Error): string {
  const isWrong = error instanceof ServiceError && error.status === 401
  return isWrong ? t('Wrong password. Enter the one of your account.') : error.message
}
