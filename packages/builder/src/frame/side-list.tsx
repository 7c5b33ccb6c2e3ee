import type { LucideIcon } from 'lucide-react'
import { Link } from 'wouter'
import { useOpenInView } from '../design/use-open-in-view.js'
import './side-list.css'

interface SideListProps {
  label: string
  /** Shown above the list. */
  title?: string
  /** Address to which the id of an item is appended. */
  base: string
  items: readonly { id: string; label: string; icon: LucideIcon }[]
  current: string
  /** Shown at the end of items. */
  counts?: Readonly<Record<string, string | undefined>>
}

/** Links to parts of a page, below each other at its side or in a row on a phone, where the open one is scrolled into view. */
export function SideList({ label, title, base, items, current, counts = {} }: SideListProps) {
  const list = useOpenInView(current)
  return (
    <nav className="side-list" aria-label={label} ref={list}>
      {title && <p className="side-title">{title}</p>}
      {items.map(({ id, label, icon: Icon }) => (
        <Link key={id} href={`${base}/${id}`} aria-current={id === current ? 'page' : undefined}>
          <Icon size={15} aria-hidden /> <span className="grow">{label}</span>
          {counts[id] && <span className="side-count">{counts[id]}</span>}
        </Link>
      ))}
    </nav>
  )
}
