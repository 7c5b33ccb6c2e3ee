import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { useAttempt } from '../design/use-attempt.js'
import { rich, t } from '../i18n/i18n.js'
import { type Answer, request } from '../service/request.js'
import type { User } from '../service/user.js'

/** The mail server of the instance, and a way to try it. */
export function MailServer({ user }: { user: User }) {
  const { data, error } = useQuery({
    queryKey: ['instance', 'mail'],
    queryFn: () => request<'getMailStatus'>('GET', 'instance/mail'),
  })
  return (
    <>
      <h1>{t('Mail server')}</h1>
      {error && <p className="notice danger">{error.message}</p>}
      {data && !data.server && (
        <section className="card">
          <h2>{t('No mail server')}</h2>
          <p className="soft">
            {rich(
              'Invitations and password links are shown to copy instead of being mailed, and flows need SMTP credentials of their workspace. To set a mail server, start the service with {code} and {code2}.',
              { code: <code>SMTP_URL</code>, code2: <code>MAIL_FROM</code> },
            )}
          </p>
        </section>
      )}
      {data?.server && (
        <>
          <ServerCard server={data.server} mailsLinks={data.mailsLinks} />
          <TestMail to={user.email ?? ''} />
        </>
      )}
    </>
  )
}

type Status = Answer<'getMailStatus'>

const ServerCard = ({ server, mailsLinks }: { server: NonNullable<Status['server']>; mailsLinks: boolean }) => (
  <section className="card">
    <dl className="facts">
      <dt>{t('Server')}</dt>
      <dd>
        {server.host}:{server.port}
      </dd>
      <dt>{t('Encryption')}</dt>
      <dd>{server.isTls ? 'TLS' : t('STARTTLS if the server offers it')}</dd>
      <dt>{t('Signs in')}</dt>
      <dd>{server.signsIn ? t('With a user name and password') : t('No')}</dd>
      <dt>{t('From')}</dt>
      <dd>{server.from}</dd>
      <dt>{t('Invitations and password links')}</dt>
      <dd>{mailsLinks ? t('Mailed') : t('Not mailed: set COLLOQUY_PUBLIC_URL')}</dd>
    </dl>
  </section>
)

function TestMail({ to: first }: { to: string }) {
  const [to, setTo] = useState(first)
  const [outcome, setOutcome] = useState<Answer<'sendTestMail'> & { to: string }>()
  const { attempt, isBusy, error } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setOutcome(undefined)
    void attempt(async () => {
      const body = { to: to.trim() }
      setOutcome({ ...(await request<'sendTestMail'>('POST', 'instance/mail/test', body)), ...body })
    })
  }
  return (
    <form className="card" onSubmit={submit}>
      <h2>{t('Test email')}</h2>
      <Input label={t('Send to')} type="email" autoComplete="email" value={to} onChange={setTo} />
      <ErrorNotice error={error} />
      {outcome && (
        <div className={outcome.isSent ? 'notice' : 'notice danger'} role="status">
          <div className="stack">
            <span>
              {outcome.isSent
                ? t('The server took the email to {to}:', { to: outcome.to })
                : t('The email was not sent:')}
            </span>
            <code className="server-answer">{outcome.answer}</code>
          </div>
        </div>
      )}
      <div className="card-foot">
        <button type="submit" className="button primary" disabled={isBusy || !to.includes('@')}>
          {isBusy ? t('Sending…') : t('Send test email')}
        </button>
      </div>
    </form>
  )
}
