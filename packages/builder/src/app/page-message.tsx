import { RotateCw } from 'lucide-react'

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
            <RotateCw size={14} /> Try again
          </button>
        )}
        {text && (
          <a className="button" href="/">
            To your bots
          </a>
        )}
      </div>
    </main>
  )
}
