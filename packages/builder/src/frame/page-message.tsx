import { CircleAlert, RotateCw } from 'lucide-react'
import { t } from '../i18n/i18n.js'
import { Logo } from './logo.js'
import './page-message.css'

interface PageMessageProps {
  title: string
  text?: string
  onRetry?(): void
  /** The page around it has a bar. */
  isInside?: boolean
}

/** A page that has nothing to show but a sentence, and the way back. */
export function PageMessage({ title, text, onRetry, isInside }: PageMessageProps) {
  const message = (
    <>
      {text && <CircleAlert size={28} aria-hidden />}
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      {text && (
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
      )}
    </>
  )
  if (isInside) return <div className="page-message">{message}</div>
  return (
    <>
      <header className="page-message-bar">
        <a className="plain-link" href="/" aria-label={t('Colloquy: to your bots')}>
          <Logo />
        </a>
      </header>
      <main className="page-message">{message}</main>
    </>
  )
}
