import type { Path } from '@colloquy/flow/operations'
import type { Command } from '../draft.js'

/** Puts a value anywhere outside of blocks: the name, the theme, the settings, an event's options, a variable's value. */
export const setField =
  (path: Path, value: unknown): Command =>
  (draft) =>
    draft.set(path, value)
