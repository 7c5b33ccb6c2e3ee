import type { FlowEvent } from '@colloquy/flow'
import type { Command } from '../draft.js'
import { roundedPosition } from './add-group.js'
import type { FreePosition } from './free-position.js'

/** Puts an event of a kind other than the start on the canvas. */
export const addEvent =
  (id: string, type: Exclude<FlowEvent['type'], 'start'>, at: FreePosition): Command =>
  (draft) =>
    draft.insert(['events'], { id, type, graphCoordinates: roundedPosition(at) })
