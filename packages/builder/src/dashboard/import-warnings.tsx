import { Link } from 'wouter'
import { Dialog } from '../design/dialog.js'
import { t } from '../i18n/i18n.js'
import type { Warnings } from '../service/bots.js'

/** Lists what an import removed or changed, before the bot opens. */
export default function ImportWarnings({
  botId,
  warnings,
  onClose,
}: {
  botId: string
  warnings: Warnings
  onClose(): void
}) {
  const count = warnings.length === 1 ? t('One thing was') : t('{count} things were', { count: warnings.length })
  return (
    <Dialog title={t('The bot is in')} description={t('{count} changed on the way in.', { count })} onClose={onClose}>
      <ul className="warnings">
        {warnings.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            {message}
            <code>{path}</code>
          </li>
        ))}
      </ul>
      <div className="dialog-actions">
        <Link className="button primary" href={`/bots/${botId}`}>
          {t('Open the bot')}
        </Link>
      </div>
    </Dialog>
  )
}
