import type { BotDocument } from '@colloquy/flow/operations'
import { useMemo } from 'react'
import type { Names } from '../../catalogue/summary.js'
import { useBotEditor, useDocument } from '../../editor/bot-editor.js'

/** Names of what blocks refer to; the same object until a variable changes. */
export function useNames(): Names {
  const { editing } = useBotEditor()
  const variables = useDocument((document) => document.variables)
  return useMemo(
    () => ({ variables, groupTitle: (id) => namesOf(editing.document).groupTitle(id) }),
    [variables, editing],
  )
}

export const namesOf = ({ variables, groups }: BotDocument): Names => ({
  variables,
  groupTitle: (id) => groups.find((group) => group.id === id)?.title,
})
