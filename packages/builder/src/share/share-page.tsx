import { useQuery } from '@tanstack/react-query'
import { Rocket } from 'lucide-react'
import { useEffect } from 'react'
import { ErrorNotice } from '../design/error-notice.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { usePublishedBot, useStoredBot } from '../editor/use-stored-bot.js'
import { markSeen } from '../frame/checklist-state.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { AddressCard } from './address-card.js'
import { CollaboratorsCard } from './collaborators-card.js'
import { DraftCard } from './draft-card.js'
import { EmbedCard } from './embed-card.js'
import { MessagingCard } from './messaging-card.js'
import { PreviewCard } from './preview-card.js'
import { StateCard } from './state-card.js'
import './share.css'

/** The address of the bot, ways to embed it, and the people who may work on it. */
export default function SharePage() {
  const { bot, isReadOnly } = useBotEditor()
  useEffect(() => markSeen(bot.id, 'share'), [bot.id])
  const theme = useDocument((document) => document.theme)
  const { data } = useStoredBot()
  const published = usePublishedBot().data
  const publicId = data?.publicId ?? null
  const addresses = useQuery({
    queryKey: ['addresses', bot.id, publicId, data?.customDomain],
    queryFn: () => api.getAddresses({ botId: bot.id }),
  })
  const where = addresses.data
  return (
    <div className="page">
      <div className="page-inner">
        <h1>{t('Share')}</h1>
        {data && publicId === null && (
          <div className="card empty">
            <Rocket size={28} />
            <p>
              {isReadOnly
                ? t('This bot was never published. Publish it to get its address and the code for your pages.')
                : t('Publish the bot to get its address and the code for your pages.')}
            </p>
          </div>
        )}
        <ErrorNotice error={addresses.error ?? undefined} />
        {data && publicId !== null && where && (
          <>
            <StateCard isArchived={data.isArchived} isClosed={data.isClosed} isPublished={published !== null} />
            <AddressCard key={`${publicId} ${data.customDomain}`} bot={data} publicId={publicId} addresses={where} />
            <EmbedCard
              address={{ origin: where.origin, publicId, page: where.pages[0] as string }}
              colour={theme.chat?.buttons?.backgroundColor ?? ''}
            />
          </>
        )}
        {data && <PreviewCard publicId={publicId} host={where ? new URL(where.origin).host : location.host} />}
        <MessagingCard />
        <DraftCard />
        <CollaboratorsCard />
      </div>
    </div>
  )
}
