import type { ReactNode } from 'react'

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

/** A table that scrolls horizontally if it does not fit. */
export function Table({ caption, head, isNumeric, className = '', scrollLabel, children }: TableProps) {
  const table = (
    <table className={`plain-table ${isNumeric ? 'numbers' : ''} ${className}`.trim()}>
      {caption !== undefined && <caption className="visually-hidden">{caption}</caption>}
      <thead>
        <tr>{head}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
  if (scrollLabel === undefined) return <div className="table-scroll">{table}</div>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
    <section className="table-scroll tall" tabIndex={0} aria-label={scrollLabel}>
      {table}
    </section>
  )
}
