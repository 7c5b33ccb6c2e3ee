import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { Download } from 'lucide-react'
import { useLocation } from 'wouter'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { downloadCopy } from './download-copy.js'

/** Covers a bot that was deleted, or may no longer be changed, while it is open: nothing that is done here can be saved. */
export default function DeletedBotNotice({ isReadable }: { isReadable: boolean }) {
  const { bot, editing } = useBotEditor()
  const [, go] = useLocation()
  return (
    <Base.Root open>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="dialog">
          <Base.Title>{isReadable ? t('You can no longer edit this bot') : t('This bot was deleted')}</Base.Title>
          <Base.Description className="soft">
            {isReadable
              ? t(
                  'Your access was changed: you can still view it. Changes that are not saved stay on this device. Download your copy to import it as a new bot.',
                )
              : t(
                  'It was deleted elsewhere, or is no longer shared with you. Changes can’t be saved. Download your copy to import it as a new bot.',
                )}
          </Base.Description>
          <div className="dialog-actions">
            <button type="button" className="button" onClick={() => downloadCopy(bot, editing)}>
              <Download size={14} /> {t('Download my copy')}
            </button>
            {isReadable && (
              <button type="button" className="button" onClick={() => location.reload()}>
                {t('View the bot')}
              </button>
            )}
            <button type="button" className="button primary" onClick={() => go(`/workspaces/${bot.workspaceId}`)}>
              {t('Back to your bots')}
            </button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
