import { RotateCw } from 'lucide-react'
import { t } from '../i18n/i18n.js'

interface PageMessageProps {
  title: string
  text?: string
  onRetry?(): void
}

/** A page that has nothing to show but a sentence. */
export function PageMessage({ title, text, onRetry }: PageMessageProps) {
  return (
    <main className="empty grow">
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      <div className="row">
        {onRetry && (
          <button type="button" className="button" onClick={onRetry}>
            <RotateCw size={14} /> {t('Try again')}
          </button>
        )}
        {text && (
          <a className="button" href="/">
            {t('To your bots')}
          </a>
        )}
      </div>
    </main>
  )
}
