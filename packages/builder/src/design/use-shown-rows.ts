import { type RefObject, useEffect, useState } from 'react'

interface RowsOptions {
  count: number
  /** Pixels. */
  rowHeight: number
  /** Rows that are rendered beyond the edges. */
  margin: number
}

/** Returns the rows of a long list that its scrolling frame shows: `from` is the first one, `to` is behind the last one. */
export function useShownRows(frame: RefObject<HTMLElement | null>, { count, rowHeight, margin }: RowsOptions) {
  const [view, setView] = useState({ top: 0, height: 800 })
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [frame])
  const from = Math.max(0, Math.min(count, Math.floor(view.top / rowHeight)) - margin)
  const to = Math.min(count, from + Math.ceil(view.height / rowHeight) + 2 * margin)
  return { from, to }
}
