import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { type Stop, withTrail } from '../editor/trail.js'
import { t } from '../i18n/i18n.js'
import './trail.css'

/** The way back through the bots whose links were followed. */
export default function TrailLinks({ trail }: { trail: readonly Stop[] }) {
  return (
    <nav className="trail" aria-label={t('Bots that led here')}>
      {trail.map(({ botId, name, hash }, index) => (
        <span key={`${botId} ${hash}`} className="row">
          <Link href={`/bots/${botId}${hash}`} state={withTrail(trail.slice(0, index))} className="cut">
            {name}
          </Link>
          <ChevronRight size={13} aria-hidden />
        </span>
      ))}
    </nav>
  )
}
