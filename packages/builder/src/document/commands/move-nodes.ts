import type { Command } from '../draft.js'
import { roundedPosition } from './add-group.js'

/** Puts groups and events at new places, by id. */
export const moveNodes =
  (places: ReadonlyMap<string, { x: number; y: number }>): Command =>
  (draft) => {
    for (const [id, at] of places) {
      const list = draft.document.groups.some((group) => group.id === id) ? 'groups' : 'events'
      if (list === 'events' && !draft.document.events.some((event) => event.id === id)) continue
      draft.set([list, `#${id}`, 'graphCoordinates'], roundedPosition(at))
    }
  }
