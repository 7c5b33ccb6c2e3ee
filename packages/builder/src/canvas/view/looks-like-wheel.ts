/** What of an event of the wheel tells where it comes from. */
export type WheelTurn = Pick<WheelEvent, 'deltaMode' | 'deltaX' | 'deltaY'> & { wheelDeltaY?: number }

/**
 * Whether it comes from the wheel of a mouse rather than from two fingers. A wheel turns by whole notches and in one direction only:
 * they count 120 each where browsers tell of them, and Firefox counts in lines. Fingers begin with a few points.
 */
export function looksLikeWheel({ deltaMode, deltaX, deltaY, wheelDeltaY }: WheelTurn): boolean {
  if (deltaMode !== 0) return true
  if (deltaX !== 0 || deltaY === 0) return false
  return wheelDeltaY !== undefined && wheelDeltaY % 120 === 0
}
