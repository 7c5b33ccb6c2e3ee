import { type SetupStep, variantOf } from '@colloquy/channels'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { ConnectionTestNotice } from '../credentials/connection-test-notice.js'
import { useConnectionTest } from '../credentials/use-connection-test.js'
import { ago } from '../design/ago.js'
import { CopyLine } from '../design/copy-line.js'
import { ErrorNotice } from '../design/error-notice.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { locale, rich, t, translated } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import { isReachable } from './is-reachable.js'
import type { ConnectedChannel } from './use-channels.js'

type Connection = Answer<'getMessagingConnection'>

/** Shows how the provider of an account delivers messages here, and whether any have arrived. */
export function ConnectionCard({ connected: { credentialsId, channel } }: { connected: ConnectedChannel }) {
  const { bot } = useBotEditor()
  const { data, error } = useQuery({
    queryKey: ['connection', credentialsId],
    queryFn: () => api.getMessagingConnection({ workspaceId: bot.workspaceId, credentialsId }),
    refetchInterval: 10_000,
  })
  const variant = data && variantOf(channel, data)
  const secret = variant?.fields[variant.signedWith]?.label
  return (
    <section className="card">
      <div>
        <h2>
          {t('Connection')} {data && <ConnectionTag connection={data} />}
        </h2>
        <p className="soft">{t('Set this up once for each account, so that its messages arrive here.')}</p>
      </div>
      <ErrorNotice error={error ?? undefined} />
      {data && !data.isSigned && channel.connect && (
        <p className="notice warning" role="status">
          {t('Messages are rejected until the channel is connected. Select Connect.')}
        </p>
      )}
      {data && !data.isSigned && !channel.connect && (
        <p className="notice danger" role="status">
          <span>
            {rich(
              'Messages are rejected until their sender can be verified. <link>Replace the credentials</link>, and fill in “{field}”.',
              {
                field: translated(secret ?? ''),
                link: (content) => <Link href={`/workspaces/${bot.workspaceId}/settings/credentials`}>{content}</Link>,
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
      {data && variant && <Steps steps={variant.setup} credentialsId={credentialsId} connection={data} />}
      {data && data.otherFields.length > 0 && <OtherFields fields={data.otherFields} />}
      <div className="card-foot">
        {channel.connect && <Connect workspaceId={bot.workspaceId} credentialsId={credentialsId} />}
        <ConnectionTest workspaceId={bot.workspaceId} credentialsId={credentialsId} />
      </div>
    </section>
  )
}

/** Asks the provider to send messages here. */
function Connect({ workspaceId, credentialsId }: { workspaceId: string; credentialsId: string }) {
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<Answer<'connectMessaging'>>()
  const { attempt, isBusy, error } = useAttempt()
  const connect = () =>
    attempt(async () => {
      setOutcome(await api.connectMessaging({ workspaceId, credentialsId }))
      await queries.invalidateQueries({ queryKey: ['connection', credentialsId] })
    })
  return (
    <>
      <button type="button" className="button primary" disabled={isBusy} onClick={connect}>
        {isBusy ? t('Connecting…') : t('Connect')}
      </button>
      <ConnectionTestNotice outcome={outcome} />
      <ErrorNotice error={error} />
    </>
  )
}

function ConnectionTest({ workspaceId, credentialsId }: { workspaceId: string; credentialsId: string }) {
  const { run, isRunning, outcome } = useConnectionTest(workspaceId, credentialsId)
  return (
    <>
      <button type="button" className="button" disabled={isRunning} onClick={run}>
        {isRunning ? t('Testing…') : t('Test')}
      </button>
      <ConnectionTestNotice outcome={outcome} />
    </>
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

interface StepsProps {
  steps: readonly SetupStep[]
  credentialsId: string
  connection: Connection
}

/** Lists the steps at the provider, from the definition of the channel. */
function Steps({ steps, credentialsId, connection: { webhookUrl, secretHeader } }: StepsProps) {
  const values: Record<NonNullable<SetupStep['copy']>, ReactNode> = {
    'webhook URL': <CopyLine text={webhookUrl} what={t('the webhook URL')} />,
    'verify token': <VerifyToken credentialsId={credentialsId} />,
    'secret header': secretHeader !== null && <CopyLine text={secretHeader} what={t('the name of the header')} />,
  }
  return (
    <ol className="steps">
      {steps.map(({ text, copy }) => (
        <li key={text}>
          {translated(text)}
          {copy && values[copy]}
        </li>
      ))}
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
