import { channelSettingsOf, type Settings } from '@colloquy/flow'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { ErrorNotice } from '../design/error-notice.js'
import { useAttempt } from '../design/use-attempt.js'
import { setField } from '../document/commands/set-field.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { useStoredBot } from '../editor/use-stored-bot.js'
import { SwitchField } from '../forms/fields/small-fields.js'
import { ReadOnlyFields } from '../forms/read-only-fields.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { ChannelIcon } from './channel-icon.js'
import { changeOfSetting } from './channel-settings.js'
import type { ConnectedChannel } from './use-channels.js'
import { useMessagingState } from './use-messaging-state.js'

/** Shows whether the bot answers on a channel, with a switch for it, which edits the draft. Removing the channel holds at once. */
export function SwitchCard({ connected }: { connected: ConnectedChannel }) {
  const { credentialsId, channel, name } = connected
  const { bot, editing, isReadOnly } = useBotEditor()
  const queries = useQueryClient()
  const { data } = useStoredBot()
  const state = useMessagingState(credentialsId)
  const { attempt, isBusy, error } = useAttempt()
  const settings = useDocument((document) => document.settings) as Settings
  const set = (next: boolean | undefined) => {
    const { path, value } = changeOfSetting(settings, connected, 'isEnabled', next)
    editing.run(next ? t('Switch messaging on') : t('Switch messaging off'), setField(path, value))
  }
  const remove = () =>
    attempt(async () => {
      const channels = data?.channels.filter((it) => it.credentialsId !== credentialsId) ?? []
      await api.updateBot({ botId: bot.id, bot: { channels } })
      await queries.invalidateQueries({ queryKey: ['bot', bot.id] })
    })
  return (
    <section className="card">
      <div>
        <h2>
          <ChannelIcon channel={channel} /> {channel.label}, {name}{' '}
          {state && <span className={state.look}>{state.tag}</span>}
        </h2>
        <p className="soft" role="status">
          {state?.text}
        </p>
      </div>
      <ReadOnlyFields>
        <SwitchField
          label={t('Answer messages')}
          value={channelSettingsOf(settings, credentialsId).isEnabled === true}
          onChange={set}
        />
      </ReadOnlyFields>
      <ErrorNotice error={error} />
      {!isReadOnly && (
        <div className="card-foot">
          <button type="button" className="button" disabled={isBusy} onClick={remove}>
            <Trash2 size={14} /> {t('Remove {name}', { name })}
          </button>
        </div>
      )}
    </section>
  )
}
