import { useLocation } from 'wouter'
import { t } from '../i18n/i18n.js'
import './opening.css'

/** A page before there is anything to show: its bar, and for the canvas its blocks and its dots. */
export function PageSkeleton() {
  const [path] = useLocation()
  const isCanvas = /^\/bots\/[^/]+(\/build)?\/?$/.test(path)
  return (
    <div className="opening" aria-busy="true">
      <h1 className="visually-hidden">{t('Opening…')}</h1>
      <div className="opening-bar" aria-hidden>
        <span className="skeleton" />
        <span className="grow" />
        <span className="skeleton" />
      </div>
      {isCanvas && (
        <div className="opening-canvas" aria-hidden>
          <div className="opening-blocks">
            {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((key) => (
              <span key={key} className="skeleton" />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
