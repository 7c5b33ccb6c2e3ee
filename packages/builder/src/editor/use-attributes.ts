import type { Variable } from '@colloquy/flow'
import { attributeName, contactFieldTypes } from '@colloquy/flow/contacts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { newId } from '../document/new-id.js'
import { api } from '../service/api.js'
import { useBotEditor, useDocument } from './bot-editor.js'
import { useMembership } from './use-membership.js'

const fresh = 60_000

/** Attributes of contacts for which the bot has no variable yet, each as the variable that is added when it is chosen. */
export function useAttributes(): readonly Variable[] {
  const { bot, isReadOnly } = useBotEditor()
  const { isMember } = useMembership()
  const variables = useDocument((document) => document.variables)
  const { data } = useQuery({
    queryKey: ['contact-attributes', bot.workspaceId],
    queryFn: () => api.listContactAttributes({ workspaceId: bot.workspaceId }),
    enabled: isMember && !isReadOnly,
    staleTime: fresh,
  })
  return useMemo(() => {
    if (!data) return []
    const fields = Object.entries(contactFieldTypes).map(([key, { type }]) => ({ key, name: key, type }))
    const defined = data.attributes.map(({ id, name, type }) => ({ key: id, name, type }))
    const taken = new Set(variables.map(({ name }) => name))
    return [...defined, ...fields]
      .filter(({ name }) => !taken.has(attributeName(name)))
      .map(({ key, name, type }) => ({ id: newId(), name: attributeName(name), attribute: { key, type } }))
  }, [data, variables])
}
