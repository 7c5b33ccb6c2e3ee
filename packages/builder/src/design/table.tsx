import type { ReactNode } from 'react'

interface TableProps {
  /** What the table is about, for those who do not see where it stands. */
  caption?: string
  /** The cells of the head, each a `th` with `scope="col"`. */
  head: ReactNode
  /** All columns but the first hold numbers. */
  isNumeric?: boolean
  className?: string
  /** Of a table that scrolls in a window of its own. */
  scrollLabel?: string
  /** The rows. */
  children: ReactNode
}

/** A table that scrolls sideways where it does not fit. */
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <section className="table-scroll tall" tabIndex={0} aria-label={scrollLabel}>
      {table}
    </section>
  )
}
