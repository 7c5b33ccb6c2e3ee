import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useOpenInView } from '../design/use-open-in-view.js'
import './section-page.css'

interface SectionPageProps {
  title: string
  /** Address to which the id of a section is appended. */
  base: string
  sections: readonly { id: string; label: string; icon: LucideIcon }[]
  current: string
  children: ReactNode
}

/** A page with several sections: their names at the side, or above on a phone, where the open one is scrolled into view. */
export function SectionPage({ title, base, sections, current, children }: SectionPageProps) {
  const names = useOpenInView(current)
  return (
    <div className="section-page">
      <nav aria-label={title} ref={names}>
        <p className="section-title">{title}</p>
        {sections.map(({ id, label, icon: Icon }) => (
          <Link key={id} href={`${base}/${id}`} aria-current={id === current ? 'page' : undefined}>
            <Icon size={15} aria-hidden /> {label}
          </Link>
        ))}
      </nav>
      <main className="page-inner">{children}</main>
    </div>
  )
}
