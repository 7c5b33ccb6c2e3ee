/** Properties of a wheel event that indicate its source. */
export type WheelTurn = Pick<WheelEvent, 'deltaMode' | 'deltaX' | 'deltaY'> & { wheelDeltaY?: number }

/**
 * True if an event comes from the wheel of a mouse rather than from two fingers. A wheel turns by whole notches and in one direction only:
 * `wheelDeltaY` is a multiple of 120 in browsers that have it, and Firefox counts in lines. Fingers begin with a few pixels.
 */
export function looksLikeWheel({ deltaMode, deltaX, deltaY, wheelDeltaY }: WheelTurn): boolean {
  if (deltaMode !== 0) return true
  if (deltaX !== 0 || deltaY === 0) return false
  return wheelDeltaY !== undefined && wheelDeltaY % 120 === 0
}
