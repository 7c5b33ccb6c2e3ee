import { arrangeInColumns, type BotDocument } from '@colloquy/flow/operations'
import { isNote } from '../../document/is-note.js'
import { layoutOf, sizes } from './layout.js'

/** Places for all nodes but notes, which stay where they are. */
export const arrange = (document: BotDocument): Map<string, { x: number; y: number }> =>
  arrangeInColumns(document, { ...sizes, heightOf: (group) => (isNote(group) ? undefined : layoutOf(group).height) })
