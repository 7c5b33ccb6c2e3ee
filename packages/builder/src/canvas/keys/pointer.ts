let last: { x: number; y: number } | undefined

addEventListener('pointermove', ({ clientX: x, clientY: y }) => {
  last = { x, y }
})

/** Position of the cursor on the screen; the center until it has moved. */
export const pointerAt = (): { x: number; y: number } => last ?? { x: innerWidth / 2, y: innerHeight / 2 }

/** True if the cursor is over the canvas itself, and not over something floating above it. */
export function isOverCanvas(): boolean {
  const { x, y } = pointerAt()
  return document.elementFromPoint(x, y)?.closest('.react-flow__renderer') != null
}
