import type { FreePosition } from '../commands/free-position.js'

/** Takes a position as free, for tests in which nothing is looked at. */
export const positionAt = (x: number, y: number): FreePosition => ({ x, y }) as FreePosition
