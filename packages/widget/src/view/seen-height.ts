/** How much of the window can be seen above a phone's keyboard, in pixels. What a visitor has zoomed into does not count as less. */
export function seenHeight(): { height: number; top: number } {
  const { height, offsetTop, scale } = window.visualViewport ?? { height: innerHeight, offsetTop: 0, scale: 1 }
  return scale > 1.01 ? { height: innerHeight, top: 0 } : { height, top: offsetTop }
}
