import { useId } from 'react'
import { t } from '../i18n/i18n.js'

/** Asks why something is published although a required check fails. */
export function ReasonField({ reason, onReason }: { reason: string; onReason(reason: string): void }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{t('Publish anyway, because')}</label>
      <textarea
        id={id}
        className="text"
        required
        maxLength={2_000}
        value={reason}
        placeholder={t('The service of the failing test is down')}
        onChange={(event) => onReason(event.target.value)}
      />
      <p className="faint">{t('The reason is kept with the version, where your team can read it.')}</p>
    </div>
  )
}
