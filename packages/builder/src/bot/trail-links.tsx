import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { type Stop, withTrail } from './trail.js'

/** The way back through the bots whose links were followed. */
export default function TrailLinks({ trail }: { trail: readonly Stop[] }) {
  return (
    <nav className="trail" aria-label="Bots that led here">
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
