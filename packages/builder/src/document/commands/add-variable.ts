import type { Variable } from '@colloquy/flow'
import type { Command } from '../draft.js'

/** Adds a variable, unless one has its name. */
export const addVariable =
  (variable: Variable): Command =>
  (draft) => {
    if (draft.document.variables.some(({ name }) => name === variable.name)) return
    draft.insert(['variables'], variable as never)
  }
