/** Height of the part of the window above a phone's keyboard, in pixels. Zooming by the visitor does not reduce it. */
export function seenHeight(): { height: number; top: number } {
  const { height, offsetTop, scale } = window.visualViewport ?? { height: innerHeight, offsetTop: 0, scale: 1 }
  return scale > 1.01 ? { height: innerHeight, top: 0 } : { height, top: offsetTop }
}
