import type { Command } from '../draft.js'
import { roundedPosition } from './add-group.js'

/** Puts groups and events at new places, by id. */
export const moveNodes =
  (locations: ReadonlyMap<string, { x: number; y: number }>): Command =>
  (draft) => {
    for (const [id, at] of locations) {
      const path = [
        ['groups', `#${id}`],
        ['events', `#${id}`],
      ].find((it) => draft.valueAt(it) !== undefined)
      if (path) draft.set([...path, 'graphCoordinates'], roundedPosition(at))
    }
  }
