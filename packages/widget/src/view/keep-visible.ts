/**
 * Keeps a chat that fills the page above the keyboard of a phone whose browser overlays it on the page. Returns a function that stops this.
 */
export function keepVisible(host: HTMLElement): () => void {
  const fit = () => {
    const { height, top } = seenHeight()
    const isCovered = height < innerHeight - 1
    host.style.height = isCovered ? `${height}px` : ''
    host.style.minHeight = isCovered ? '0' : ''
    host.style.transform = isCovered && top > 0 ? `translateY(${top}px)` : ''
  }
  // The keyboard may be open already: the page could be typed into before this was loaded.
  fit()
  const seen = window.visualViewport
  seen?.addEventListener('resize', fit)
  seen?.addEventListener('scroll', fit)
  return () => {
    seen?.removeEventListener('resize', fit)
    seen?.removeEventListener('scroll', fit)
  }
}

/** Height of the part of the window above a phone's keyboard, in pixels. Zooming by the visitor does not reduce it. */
export function seenHeight(): { height: number; top: number } {
  const { height, offsetTop, scale } = window.visualViewport ?? { height: innerHeight, offsetTop: 0, scale: 1 }
  return scale > 1.01 ? { height: innerHeight, top: 0 } : { height, top: offsetTop }
}
