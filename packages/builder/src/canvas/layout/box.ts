/** A rectangle in the coordinates of the flow, in pixels. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The position and size of a node; React Flow may not know its size. */
interface Positioned {
  position: { x: number; y: number }
  width?: number | undefined
  height?: number | undefined
}

/** The box of a node at its own or another position. */
export const boxOf = ({ width = 0, height = 0, position }: Positioned, { x, y } = position): Box => ({
  x,
  y,
  width,
  height,
})

/** The smallest box that contains others. Takes at least one. */
export function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((it) => it.x))
  const y = Math.min(...boxes.map((it) => it.y))
  const right = Math.max(...boxes.map((it) => it.x + it.width))
  const bottom = Math.max(...boxes.map((it) => it.y + it.height))
  return { x, y, width: right - x, height: bottom - y }
}

export const touches = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
