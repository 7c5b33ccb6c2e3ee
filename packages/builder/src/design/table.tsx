import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '../i18n/i18n.js'

interface TableProps {
  /** The subject of the table, for screen readers. */
  caption?: string
  /** The cells of the head, each a `th` with `scope="col"`. */
  head: ReactNode
  /** All columns but the first contain numbers. */
  isNumeric?: boolean
  className?: string
  /** Accessible name of a table that scrolls in its own area. */
  scrollLabel?: string
  /** The rows. */
  children: ReactNode
}

/** A table that scrolls horizontally if it does not fit. The keyboard reaches it then. */
export function Table({ caption, head, isNumeric, className = '', scrollLabel, children }: TableProps) {
  const frame = useRef<HTMLDivElement>(null)
  const isCut = useIsCut(frame)
  const table = (
    <table className={`plain-table ${isNumeric ? 'numbers' : ''} ${className}`.trim()}>
      {caption !== undefined && <caption className="visually-hidden">{caption}</caption>}
      <thead>
        <tr>{head}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
  if (scrollLabel === undefined)
    return (
      <div
        ref={frame}
        className="table-scroll"
        {...(isCut && { tabIndex: 0, role: 'region', 'aria-label': caption ?? t('Table') })}
      >
        {table}
      </div>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
    <section className="table-scroll tall" tabIndex={0} aria-label={scrollLabel}>
      {table}
    </section>
  )
}

/** True while what an element contains is wider than the element. */
function useIsCut(frame: RefObject<HTMLElement | null>): boolean {
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => setCut(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    // The table grows with its rows, and not the frame around it.
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [frame])
  return isCut
}
