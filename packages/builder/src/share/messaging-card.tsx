import { MessagesSquare } from 'lucide-react'
import { Link } from 'wouter'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { ChannelIcon } from '../messaging/channel-icon.js'
import { type ConnectedChannel, useChannels } from '../messaging/use-channels.js'
import { useMessagingState } from '../messaging/use-messaging-state.js'

/** Lists the channels of the bot, and whether it answers on each, with a link to the setup. */
export function MessagingCard() {
  const { bot, isReadOnly } = useBotEditor()
  const { connected } = useChannels()
  const none = useMessagingState(undefined)
  return (
    <section className="card">
      <div className="row wrap">
        <div className="grow share-state">
          <h2>{t('Channels')}</h2>
          {connected?.length === 0 && <p className="soft">{none?.text}</p>}
          {connected?.map((it) => (
            <ChannelLine key={it.credentialsId} connected={it} />
          ))}
        </div>
        <Link href={`/bots/${bot.id}/messaging`} className="button">
          <MessagesSquare size={14} /> {isReadOnly ? t('See how') : t('Set it up')}
        </Link>
      </div>
    </section>
  )
}

function ChannelLine({ connected: { channel, name, credentialsId } }: { connected: ConnectedChannel }) {
  const state = useMessagingState(credentialsId)
  return (
    <p className="soft">
      <ChannelIcon channel={channel} size={14} /> {channel.label}, {name}{' '}
      {state && <span className={state.look}>{state.tag}</span>} {state?.text}
    </p>
  )
}
