import { RotateCw } from 'lucide-react'
import { t } from '../i18n/i18n.js'
import './page-message.css'

interface PageMessageProps {
  title: string
  text?: string
  onRetry?(): void
}

/** A page that has nothing to show but a sentence, and the way back. */
export const PageMessage = ({ title, text, onRetry }: PageMessageProps) => (
  <main className="page-message">
    <h1>{title}</h1>
    {text && (
      <>
        <p>{text}</p>
        <div className="row">
          {onRetry && (
            <button type="button" className="button" onClick={onRetry}>
              <RotateCw size={14} /> {t('Try again')}
            </button>
          )}
          <a className="button primary" href="/">
            {t('Back to your bots')}
          </a>
        </div>
      </>
    )}
  </main>
)
