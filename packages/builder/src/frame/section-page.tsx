import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { SideList } from './side-list.js'
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
  return (
    <div className="section-page">
      <SideList label={title} title={title} base={base} items={sections} current={current} />
      <main className="page-inner">{children}</main>
    </div>
  )
}
