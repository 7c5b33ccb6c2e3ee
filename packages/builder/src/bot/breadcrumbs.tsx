import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { type Breadcrumb, withBreadcrumbs } from '../editor/breadcrumbs.js'
import { t } from '../i18n/i18n.js'
import './breadcrumbs.css'

/** The way back through the bots whose links were followed. */
export default function Breadcrumbs({ breadcrumbs }: { breadcrumbs: readonly Breadcrumb[] }) {
  return (
    <nav className="bot-breadcrumbs" aria-label={t('Bots that led here')}>
      {breadcrumbs.map(({ botId, name, hash }, index) => (
        <span key={`${botId} ${hash}`} className="row">
          <Link href={`/bots/${botId}${hash}`} state={withBreadcrumbs(breadcrumbs.slice(0, index))} className="cut">
            {name}
          </Link>
          <ChevronRight size={13} aria-hidden />
        </span>
      ))}
    </nav>
  )
}
