import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { CopyLine } from '../design/copy-line.js'
import { onDemand, Part } from '../design/on-demand.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { useStoredBot } from '../editor/use-stored-bot.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { AddressLine } from '../share/address-line.js'
import { defaultEmbedOptions, htmlSnippet } from '../share/snippets.js'
import './publish-success.css'

const QrCode = onDemand(() => import('../share/qr-code.js').then((it) => ({ default: it.QrCode })))

/** Shows the address to share under the button after the first publication. Closes with a press anywhere else. */
export default function PublishSuccess({ onClose }: { onClose(): void }) {
  const { bot } = useBotEditor()
  const panel = useRef<HTMLDivElement>(null)
  const addresses = useQuery({
    queryKey: ['addresses', bot.id, 'published'],
    queryFn: () => api.getAddresses({ botId: bot.id }),
  })
  const address = addresses.data?.pages[0]
  const publicId = useStoredBot().data?.publicId
  useEffect(() => {
    const before = document.activeElement
    // Which is disabled once there is nothing to publish.
    const beside = panel.current?.parentElement?.querySelector<HTMLElement>('button:enabled')
    panel.current?.focus()
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !panel.current?.contains(target)) onClose()
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      if (document.activeElement !== document.body) return
      if (before instanceof HTMLElement && before !== document.body) before.focus()
      else beside?.focus()
    }
  }, [onClose])
  return (
    <div
      ref={panel}
      className="publish-success card"
      role="dialog"
      aria-label={t('Your bot is live')}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && [event.stopPropagation(), onClose()]}
    >
      <div className="row">
        <h2 className="grow">{t('Your bot is live')}</h2>
        <button type="button" className="button plain small icon-only" aria-label={t('Close')} onClick={onClose}>
          <X size={14} />
        </button>
      </div>
      <p className="soft">{t('Share this link, or put the bot on your website.')}</p>
      {address && <AddressLine address={address} />}
      {address && addresses.data && publicId && (
        <div className="publish-ways">
          <Part>
            <QrCode text={address} size={96} />
          </Part>
          <div className="stack grow">
            <span className="faint">{t('Scan to open it on a phone, or paste this code into your website:')}</span>
            <CopyLine
              text={htmlSnippet('bubble', defaultEmbedOptions, {
                origin: addresses.data.origin,
                publicId,
                page: address,
              }).replace('\n', '')}
              what={t('the embed code')}
            />
          </div>
        </div>
      )}
      <Link href={`/bots/${bot.id}/share`} className="link" onClick={onClose}>
        {t('WordPress, Shopify, React and more ways to share')}
      </Link>
    </div>
  )
}
