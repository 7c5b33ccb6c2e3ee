import type { Command } from '../draft.js'

export const renameGroup =
  (groupId: string, title: string): Command =>
  (draft) => {
    if (draft.document.groups.some(({ id }) => id === groupId)) draft.set(['groups', `#${groupId}`, 'title'], title)
  }
