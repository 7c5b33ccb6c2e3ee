declare const free: unique symbol

/** A position of a new node that covers no other one: the layout of the canvas finds it, and the compiler asks for it. */
export interface FreePosition {
  x: number
  y: number
  readonly [free]: true
}
