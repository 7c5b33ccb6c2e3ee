import { useState } from 'react'
import { BotIcon } from '../design/bot-icon.js'
import { DialogPart, onDemand } from '../design/on-demand.js'
import { useDocument } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'

const IconDialog = onDemand(() => import('./icon-dialog.js'), { isSoon: true })

/** The icon of the bot, and behind it what else it could be. */
export function IconBox() {
  const icon = useDocument((document) => document.icon)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="button plain icon-only icon-box"
        aria-label={t('Icon of the bot')}
        onClick={() => setOpen(true)}
      >
        <BotIcon icon={icon} />
      </button>
      {isOpen && (
        <DialogPart>
          <IconDialog icon={icon} onClose={() => setOpen(false)} />
        </DialogPart>
      )}
    </>
  )
}
