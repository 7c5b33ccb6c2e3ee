import { Dialog } from '../design/dialog.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'

interface PublishWarningProps {
  /** Errors in the flow, one sentence each. */
  errors: readonly string[]
  /** True if the settings of the bot block publishing while there are errors. */
  isBlocked: boolean
  /** Publishes, or asks for a reason first if publishing is blocked. */
  onPublish(): void
  onClose(): void
}

/** Warns before a flow with errors is published: lists them and offers the choice. */
export default function PublishWarning({ errors, isBlocked, onPublish, onClose }: PublishWarningProps) {
  const { view } = useBotEditor()
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
