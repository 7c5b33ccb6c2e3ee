import { accountTypeOf, type ChannelDefinition, channelOfCredentials, channels } from '@colloquy/channels'
import type { CredentialsType } from '@colloquy/flow'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { CredentialsDialog } from '../credentials/credentials-dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Select } from '../design/select.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { useMembership } from '../editor/use-membership.js'
import { useStoredBot } from '../editor/use-stored-bot.js'
import { ReadOnlyFields } from '../forms/read-only-fields.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { ChannelIcon } from './channel-icon.js'
import '../workspace/workspace.css'

/** Adds an account of the workspace to the channels of the bot. It holds at once, without publishing. */
export function AddChannelCard() {
  const { bot } = useBotEditor()
  const { isMember } = useMembership()
  const { data: stored } = useStoredBot()
  const queries = useQueryClient()
  const [added, setAdded] = useState<ChannelDefinition>()
  const { attempt, isBusy, error } = useAttempt()
  const list = useQuery({
    queryKey: ['credentials', bot.workspaceId],
    queryFn: () => api.listCredentials({ workspaceId: bot.workspaceId }),
    select: (answer) => answer.credentials.filter(({ type }) => channelOfCredentials(channels, type)),
  })
  const connected = stored?.channels ?? []
  const free = (list.data ?? []).filter(({ id }) => !connected.some(({ credentialsId }) => credentialsId === id))
  const add = (credentialsId: string) =>
    attempt(async () => {
      await api.updateBot({ botId: bot.id, bot: { channels: [...connected, { credentialsId }] } })
      await queries.invalidateQueries({ queryKey: ['bot', bot.id] })
    })
  const created = async (credentialsId: string) => {
    await queries.invalidateQueries({ queryKey: ['credentials', bot.workspaceId] })
    await add(credentialsId)
  }
  return (
    <section className="card">
      <div>
        <h2>{t('Add a channel')}</h2>
        <p className="soft">
          {t(
            'Each account is signed in to with credentials of the workspace. Several bots may answer on one: the first message of a chat decides which.',
          )}
        </p>
      </div>
      <ReadOnlyFields>
        <Select
          label={t('The bot answers on')}
          value=""
          disabled={isBusy}
          choices={[
            ['', t('Choose an account')],
            ...free.map(({ id, name, type }) => {
              const label = channelOfCredentials(channels, type)?.label
              return [id, `${name} (${label})`] as const
            }),
          ]}
          onChange={(id) => id !== '' && add(id)}
        />
      </ReadOnlyFields>
      <ErrorNotice error={error ?? list.error ?? undefined} />
      {isMember && (
        <div className="card-foot">
          {channels.map((channel) => (
            <button key={channel.type} type="button" className="button" onClick={() => setAdded(channel)}>
              <ChannelIcon channel={channel} size={14} /> {t('Connect {label}…', { label: channel.label })}
            </button>
          ))}
          <span className="grow" />
          <Link href={`/workspaces/${bot.workspaceId}/settings/credentials`} className="link">
            {t('All credentials')}
          </Link>
        </div>
      )}
      {added && (
        <CredentialsDialog
          workspaceId={bot.workspaceId}
          kept={undefined}
          onlyType={accountTypeOf(added) as CredentialsType}
          onSaved={created}
          onClose={() => setAdded(undefined)}
        />
      )}
    </section>
  )
}
