import type { Group } from '@colloquy/flow'
import type { Command } from '../draft.js'
import { roundedPosition } from './add-group.js'
import type { FreePosition } from './free-position.js'

/** Puts a note on the canvas: a group without blocks, whose title is its text. */
export const addNote =
  (id: string, at: FreePosition, text = ''): Command =>
  (draft) => {
    const note: Group = {
      id,
      title: text,
      graphCoordinates: roundedPosition(at),
      blocks: [],
      note: { colour: 'yellow' },
    }
    draft.insert(['groups'], note as never)
  }
