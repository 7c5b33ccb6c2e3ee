import type { FreePlace } from '../commands/free-place.js'

/** Takes a position as free, for tests in which nothing is looked at. */
export const placeAt = (x: number, y: number): FreePlace => ({ x, y }) as FreePlace
