import { isFullScreen } from './cover.js'

/** Height of the strip at the top of a window from which it can be pulled down whatever it shows, in pixels. */
const handle = 56
/** Distance after which a window that is pulled down closes, in pixels. */
const far = 120
/** Parts that handle fingers themselves. */
const own = 'input, textarea, select, iframe, canvas, [contenteditable]'

/** Closes a window that fills a phone when a finger pulls it down, where nothing below the finger can scroll up. */
export function closeBySwipe(window: HTMLElement, close: () => void): void {
  let from: Touch | undefined
  let pulled = 0
  const follow = (distance: number) => {
    pulled = distance
    window.style.translate = distance > 0 ? `0 ${distance}px` : ''
  }
  window.addEventListener(
    'touchstart',
    (event) => {
      const [touch, second] = event.touches
      const path = event.composedPath()
      const inside = path.slice(0, path.indexOf(window)).filter((it) => it instanceof Element)
      const isFree = inside.every((it) => !it.matches(own) && it.scrollTop <= 0)
      from = touch && !second && isFullScreen() && (isFree || touch.clientY < handle) ? touch : undefined
      follow(0)
    },
    { passive: true },
  )
  window.addEventListener(
    'touchmove',
    (event) => {
      const [touch, second] = event.touches
      if (!from || !touch) return
      const down = touch.clientY - from.clientY
      const isPulling = pulled > 0 || down > Math.abs(touch.clientX - from.clientX)
      if (second || !isPulling) from = undefined
      // Otherwise the browser would reload the page.
      else if (event.cancelable) event.preventDefault()
      follow(from ? Math.max(down, 0) : 0)
    },
    { passive: false },
  )
  window.addEventListener('touchend', () => {
    const isFar = from && pulled > far
    from = undefined
    follow(0)
    if (isFar) close()
  })
  window.addEventListener('touchcancel', () => {
    from = undefined
    follow(0)
  })
}
