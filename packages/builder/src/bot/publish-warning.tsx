import { Dialog } from '../design/dialog.js'
import { useStudio } from '../editor/studio.js'
import { t } from '../i18n/i18n.js'

interface PublishWarningProps {
  /** What does not work, a sentence each. */
  errors: readonly string[]
  /** Whether the settings of the bot block publishing while there are errors. */
  isBlocked: boolean
  /** Publishes, or asks for the reason first where publishing is blocked. */
  onPublish(): void
  onClose(): void
}

/** Before something is published that does not work: what it is, and the choice. */
export default function PublishWarning({ errors, isBlocked, onPublish, onClose }: PublishWarningProps) {
  const { view } = useStudio()
  return (
    <Dialog
      title={
        errors.length === 1
          ? t('1 issue to fix before publishing')
          : t('{count} issues to fix before publishing', { count: errors.length })
      }
      {...(isBlocked && { description: t('The settings of this bot block publishing while it has errors.') })}
      onClose={onClose}
    >
      <ul className="stack">
        {[...new Set(errors)].slice(0, 5).map((error) => (
          <li key={error}>{error}</li>
        ))}
        {errors.length > 5 && <li className="faint">{t('and {count} more', { count: errors.length - 5 })}</li>}
      </ul>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={() => [onClose(), onPublish()]}>
          {isBlocked ? t('Publish anyway, because…') : t('Publish anyway')}
        </button>
        <button type="button" className="button primary" onClick={() => [onClose(), view.set({ panel: 'problems' })]}>
          {t('Show the problems')}
        </button>
      </div>
    </Dialog>
  )
}
