import { useMemo } from 'react'
import { useDocument, useStudio } from '../bot/studio.js'

/** Names of what blocks refer to. */
export function useNames() {
  const { editing } = useStudio()
  const variables = useDocument((document) => document.variables)
  return useMemo(
    () => ({
      variables,
      groupTitle: (id: string) => editing.document.groups.find((group) => group.id === id)?.title,
    }),
    [variables, editing],
  )
}
