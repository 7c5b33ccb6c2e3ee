import type { Command } from '../draft.js'

/** Deletes a variable; texts that name it keep its name. */
export const deleteVariable =
  (variableId: string): Command =>
  (draft) =>
    draft.remove(['variables'], variableId)
