import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { ago } from '../design/ago.js'
import { CopyLine } from '../design/copy-line.js'
import { ErrorNotice } from '../design/error-notice.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { locale, rich, t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import { isReachable } from './is-reachable.js'

type Connection = Answer<'getMessagingConnection'>

/** Settings that the provider of the number needs to deliver messages here, and whether any have arrived. */
export function ConnectionCard({ credentialsId }: { credentialsId: string }) {
  const { bot } = useBotEditor()
  const { data, error } = useQuery({
    queryKey: ['connection', credentialsId],
    queryFn: () => api.getMessagingConnection({ workspaceId: bot.workspaceId, credentialsId }),
    refetchInterval: 10_000,
  })
  return (
    <section className="card">
      <div>
        <h2>
          {t('Connection')} {data && <ConnectionTag connection={data} />}
        </h2>
        <p className="soft">{t('Set this up once for each number, so that its messages arrive here.')}</p>
      </div>
      <ErrorNotice error={error ?? undefined} />
      {data && !data.isSigned && (
        <p className="notice danger" role="status">
          <span>
            {data.provider === 'meta'
              ? rich(
                  'Messages are rejected until their sender can be verified. <link>Replace the credentials</link>, and include the app secret.',
                  {
                    link: (content) => (
                      <Link href={`/workspaces/${bot.workspaceId}/settings/credentials`}>{content}</Link>
                    ),
                  },
                )
              : rich(
                  'Messages are rejected until their sender can be verified. <link>Replace the credentials</link>, and include a webhook secret.',
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
            'Providers only send to public https addresses, and this service has none. Ask its operator to set COLLOQUY_PUBLIC_URL.',
          )}
        </p>
      )}
      {data &&
        (data.provider === 'meta' ? (
          <MetaSteps credentialsId={credentialsId} connection={data} />
        ) : (
          <OtherSteps connection={data} />
        ))}
      {data && data.otherFields.length > 0 && <OtherFields fields={data.otherFields} />}
    </section>
  )
}

/** Fields of the webhook that no bot acts on, so that a wrong subscription is found. */
function OtherFields({ fields }: { fields: Connection['otherFields'] }) {
  return (
    <div className="stack tight">
      <p className="soft">{t('These fields of the webhook arrive, too. Bots act on messages only.')}</p>
      <ul>
        {fields.map(({ field, count, lastAt }) => (
          <li key={field}>
            <code>{field}</code>{' '}
            {t('{count, plural, one {# call} other {# calls}}, last {ago}', { count, ago: ago(lastAt, Date.now()) })}
          </li>
        ))}
      </ul>
    </div>
  )
}

function ConnectionTag({ connection: { lastMessageAt, waitingMessages } }: { connection: Connection }) {
  return (
    <>
      {lastMessageAt === null ? (
        <span className="tag">{t('No messages yet')}</span>
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

function MetaSteps({ credentialsId, connection: { webhookUrl } }: { credentialsId: string; connection: Connection }) {
  return (
    <ol className="steps">
      <li>
        {t(
          'At developers.facebook.com, open your app, then WhatsApp, Configuration, and edit the webhook. Its callback URL is:',
        )}
        <CopyLine text={webhookUrl} what={t('the webhook URL')} />
      </li>
      <li>
        {t('It also asks for a verify token. Create one right before you save: it works once, within an hour.')}
        <VerifyToken credentialsId={credentialsId} />
      </li>
      <li>
        {rich('Save there, then subscribe to the field <strong>messages</strong>.', {
          strong: (content) => <strong>{content}</strong>,
        })}
      </li>
      <li>{t('Write to the number from a phone. The status above shows when the message has arrived.')}</li>
    </ol>
  )
}

function OtherSteps({ connection: { webhookUrl, secretHeader } }: { connection: Connection }) {
  return (
    <ol className="steps">
      <li>
        {t('In the settings of your number at 360dialog, set the webhook URL:')}
        <CopyLine text={webhookUrl} what={t('the webhook URL')} />
      </li>
      {secretHeader !== null && (
        <li>
          {t('Add this header, with the webhook secret from your credentials:')}
          <CopyLine text={secretHeader} what={t('the name of the header')} />
        </li>
      )}
      <li>{t('Write to the number from a phone. The status above shows when the message has arrived.')}</li>
    </ol>
  )
}

function VerifyToken({ credentialsId }: { credentialsId: string }) {
  const { bot } = useBotEditor()
  const [token, setToken] = useState<Answer<'createVerifyToken'>>()
  const { attempt, isBusy, error } = useAttempt()
  const make = () =>
    attempt(async () => setToken(await api.createVerifyToken({ workspaceId: bot.workspaceId, credentialsId })))
  return (
    <div className="stack">
      {token && <CopyLine text={token.verifyToken} what={t('the verify token')} />}
      <div className="row wrap">
        <button type="button" className="button" disabled={isBusy} onClick={make}>
          {token ? t('Create another token') : t('Create verify token')}
        </button>
        {token && (
          <span className="faint" role="status">
            {t('Valid until {value}.', {
              value: new Date(token.expiresAt).toLocaleTimeString(locale, { timeStyle: 'short' }),
            })}
          </span>
        )}
      </div>
      <ErrorNotice error={error} />
    </div>
  )
}
