import type { Settings } from '@colloquy/flow'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import { ErrorNotice } from '../design/error-notice.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { useMembership } from '../editor/use-membership.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { ConnectionCard } from './connection-card.js'
import { DifferencesCard } from './differences-card.js'
import { NumberCard } from './number-card.js'
import { PhoneCard } from './phone-card.js'
import { StartCard } from './start-card.js'
import { SwitchCard } from './switch-card.js'
import { useMessagingState } from './use-messaging-state.js'
import './messaging.css'

/** How the bot answers in a messaging app: on which number, which messages, and what comes across differently there. */
export default function MessagingPage() {
  const { bot } = useBotEditor()
  const { isMember } = useMembership()
  const { data } = useMessagingState()
  const channel = useQuery({
    // Publishing and closing change it, too.
    queryKey: ['published', bot.id, 'answering', data?.messagingCredentialsId, data?.isClosed],
    queryFn: () => api.getMessagingOfBot({ botId: bot.id }),
    enabled: data !== undefined,
  })
  const settings = useDocument((document) => document.settings) as Settings
  const credentialsId = data?.messagingCredentialsId ?? null
  return (
    <div className="page">
      <div className="page-inner">
        <div>
          <nav aria-label={t('Where this is')}>
            <Link href={`/bots/${bot.id}/share`} className="link row page-back">
              <ArrowLeft size={14} aria-hidden /> {t('Share')}
            </Link>
          </nav>
          <h1>{t('WhatsApp')}</h1>
          <p className="soft">
            {t(
              'The same flow answers on WhatsApp, through Meta’s Cloud API or 360dialog, and its results are kept with all others.',
            )}
          </p>
        </div>
        <ErrorNotice error={channel.error ?? undefined} />
        {data && (
          <>
            <SwitchCard hasNumber={credentialsId !== null} />
            <NumberCard credentialsId={credentialsId} />
            {credentialsId !== null && isMember && <ConnectionCard key={credentialsId} credentialsId={credentialsId} />}
            <StartCard settings={settings.messaging} answering={channel.data?.answering} />
            <DifferencesCard />
            {channel.data?.canPreview && <PhoneCard />}
          </>
        )}
      </div>
    </div>
  )
}
