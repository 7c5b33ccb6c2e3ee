import { type RefObject, useEffect, useRef } from 'react'

/** For a row of links that may not all fit: scrolls it to the one of the page that is open, and again when another one is. */
export function useOpenInView(open: string): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another link that is marked
  useEffect(() => {
    const element = row.current
    const link = element?.querySelector<HTMLElement>('[aria-current="page"]')
    if (element && link) element.scrollLeft = link.offsetLeft - element.offsetLeft - 24
  }, [open])
  return row
}
