import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import { ErrorNotice } from '../design/error-notice.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { useMembership } from '../editor/use-membership.js'
import { t } from '../i18n/i18n.js'
import { AddChannelCard } from './add-channel-card.js'
import { ConnectionCard } from './connection-card.js'
import { DifferencesCard } from './differences-card.js'
import { PhoneCard } from './phone-card.js'
import { StartCard } from './start-card.js'
import { SwitchCard } from './switch-card.js'
import { useChannels } from './use-channels.js'
import { useMessagingState } from './use-messaging-state.js'
import './messaging.css'

/** Page of the channels of a bot: its accounts, the messages that it answers on each, and what a channel shows differently. */
export default function MessagingPage() {
  const { bot } = useBotEditor()
  const { isMember } = useMembership()
  const { connected, canPreview, error } = useChannels()
  const none = useMessagingState(undefined)
  return (
    <div className="page">
      <div className="page-inner">
        <div>
          <nav aria-label={t('Where this is')}>
            <Link href={`/bots/${bot.id}/share`} className="link row page-back">
              <ArrowLeft size={14} aria-hidden /> {t('Share')}
            </Link>
          </nav>
          <h1>{t('Channels')}</h1>
          <p className="soft">
            {t('The same flow answers on every channel that you add, and its results are kept with all others.')}
          </p>
          {connected?.length === 0 && (
            <p className="soft" role="status">
              {none?.text}
            </p>
          )}
        </div>
        <ErrorNotice error={error} />
        {connected && (
          <>
            {connected.map((it) => (
              <section key={it.credentialsId} className="channel" aria-label={`${it.channel.label}, ${it.name}`}>
                <SwitchCard connected={it} />
                {isMember && <ConnectionCard connected={it} />}
                <StartCard connected={it} />
                <DifferencesCard connected={it} />
              </section>
            ))}
            <AddChannelCard />
            {canPreview && <PhoneCard />}
          </>
        )}
      </div>
    </div>
  )
}
