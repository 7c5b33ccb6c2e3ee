import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { ago } from '../design/ago.js'
import { CopyLine } from '../design/copy-line.js'
import { ErrorNotice } from '../design/error-notice.js'
import { useAttempt } from '../design/use-attempt.js'
import { useStudio } from '../editor/studio.js'
import { locale, rich, t } from '../i18n/i18n.js'
import { type Answer, request } from '../service/request.js'
import { isReachable } from './is-reachable.js'

type Connection = Answer<'getMessagingConnection'>

/** What has to be set where the number is looked after, so that its messages come here, and whether any have. */
export function ConnectionCard({ credentialsId }: { credentialsId: string }) {
  const { bot } = useStudio()
  const path = `workspaces/${bot.workspaceId}/messaging/${credentialsId}`
  const { data, error } = useQuery({
    queryKey: ['connection', credentialsId],
    queryFn: () => request<'getMessagingConnection'>('GET', path),
    refetchInterval: 10_000,
  })
  return (
    <section className="card">
      <div>
        <h2>
          {t('Connection')} {data && <ConnectionTag connection={data} />}
        </h2>
        <p className="soft">
          {t('Messages come to this service once the number is told where it is. Set it once for each number.')}
        </p>
      </div>
      <ErrorNotice error={error ?? undefined} />
      {data && !data.isSigned && (
        <p className="notice danger" role="status">
          <span>
            {data.provider === 'meta'
              ? rich(
                  'No message is taken until it can be checked who sent it. <link>Replace the credentials</link>, with the app secret among them.',
                  {
                    link: (content) => (
                      <Link href={`/workspaces/${bot.workspaceId}/settings/credentials`}>{content}</Link>
                    ),
                  },
                )
              : rich(
                  'No message is taken until it can be checked who sent it. <link>Replace the credentials</link>, with a secret of the webhook among them.',
                  {
                    link: (content) => (
                      <Link href={`/workspaces/${bot.workspaceId}/settings/credentials`}>{content}</Link>
                    ),
                  },
                )}
          </span>
        </p>
      )}
      {data && !isReachable(data.webhookUrl) && (
        <p className="notice warning">
          {t(
            'Providers send to https addresses on the internet only. This service does not know such an address of itself: who runs it sets its public address.',
          )}
        </p>
      )}
      {data &&
        (data.provider === 'meta' ? <MetaSteps path={path} connection={data} /> : <OtherSteps connection={data} />)}
    </section>
  )
}

function ConnectionTag({ connection: { lastMessageAt, waitingMessages } }: { connection: Connection }) {
  return (
    <>
      {lastMessageAt === null ? (
        <span className="tag">{t('Nothing has come yet')}</span>
      ) : (
        <span className="tag good">{t('Last message {ago}', { ago: ago(lastMessageAt, Date.now()) })}</span>
      )}{' '}
      {waitingMessages > 0 && (
        <span className="tag warning">
          {t('{waitingMessages, plural, one {# message} other {# messages}} waiting', { waitingMessages })}
        </span>
      )}
    </>
  )
}

function MetaSteps({ path, connection: { webhookUrl } }: { path: string; connection: Connection }) {
  return (
    <ol className="steps">
      <li>
        {t(
          'At developers.facebook.com, open your app, then WhatsApp, Configuration, and edit the webhook. Its callback URL is:',
        )}
        <CopyLine text={webhookUrl} what={t('the address of the webhook')} />
      </li>
      <li>
        {t('Beside it goes a verify token. Make one right before you save: it works once, for an hour.')}
        <VerifyToken path={path} />
      </li>
      <li>
        {rich('Save there, then subscribe to the field <strong>messages</strong>.', {
          strong: (content) => <strong>{content}</strong>,
        })}
      </li>
      <li>{t('Write to the number from a phone. When the message has come, it says so above.')}</li>
    </ol>
  )
}

function OtherSteps({ connection: { webhookUrl, secretHeader } }: { connection: Connection }) {
  return (
    <ol className="steps">
      <li>
        {t('In the settings of your number at 360dialog, set the address of the webhook:')}
        <CopyLine text={webhookUrl} what={t('the address of the webhook')} />
      </li>
      {secretHeader !== null && (
        <li>
          {t('Have it send this header, with the secret of the webhook that you gave with the credentials:')}
          <CopyLine text={secretHeader} what={t('the name of the header')} />
        </li>
      )}
      <li>{t('Write to the number from a phone. When the message has come, it says so above.')}</li>
    </ol>
  )
}

function VerifyToken({ path }: { path: string }) {
  const [token, setToken] = useState<Answer<'createVerifyToken'>>()
  const { attempt, isBusy, error } = useAttempt()
  const make = () => attempt(async () => setToken(await request<'createVerifyToken'>('POST', `${path}/verifyToken`)))
  return (
    <div className="stack">
      {token && <CopyLine text={token.verifyToken} what={t('the verify token')} />}
      <div className="row wrap">
        <button type="button" className="button" disabled={isBusy} onClick={make}>
          {token ? t('Make another one') : t('Make a verify token')}
        </button>
        {token && (
          <span className="faint" role="status">
            {t('Good until {value}.', {
              value: new Date(token.expiresAt).toLocaleTimeString(locale, { timeStyle: 'short' }),
            })}
          </span>
        )}
      </div>
      <ErrorNotice error={error} />
    </div>
  )
}
