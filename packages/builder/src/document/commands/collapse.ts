import type { Command } from '../draft.js'

/** Shows only the titles of groups, or all of them again. */
export const collapse =
  (groupIds: readonly string[], isCollapsed: boolean): Command =>
  (draft) => {
    const chosen = new Set(groupIds)
    for (const { id, blocks } of draft.document.groups) {
      if (!chosen.has(id) || blocks.length === 0) continue
      draft.set(['groups', `#${id}`, 'isCollapsed'], isCollapsed || undefined)
    }
  }
