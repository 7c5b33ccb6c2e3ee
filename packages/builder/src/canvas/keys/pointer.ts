let last: { x: number; y: number } | undefined

addEventListener('pointermove', ({ clientX: x, clientY: y }) => {
  last = { x, y }
})

/** Where the pointer is on the screen; the middle as long as it has not moved. */
export const pointerAt = (): { x: number; y: number } => last ?? { x: innerWidth / 2, y: innerHeight / 2 }

/** Whether the pointer is over the canvas itself, and not over what floats above it. */
export function isOverCanvas(): boolean {
  const { x, y } = pointerAt()
  return document.elementFromPoint(x, y)?.closest('.react-flow__renderer') != null
}
