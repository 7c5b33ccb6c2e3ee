import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLocation, useRoute } from 'wouter'
import { useBotEditor } from '../editor/bot-editor.js'
import { api } from '../service/api.js'
import type { Result } from './result.js'

/** The result that the address names, also when the table does not hold it, and its place in the table or -1. */
export function useOpenedResult(rows: readonly Result[]) {
  const { bot } = useBotEditor()
  const [, go] = useLocation()
  const [, named] = useRoute('/bots/:botId/results/:resultId')
  const resultId = named?.resultId
  const openedAt = rows.findIndex(({ id }) => id === resultId)
  const elsewhere = useQuery({
    queryKey: ['result', resultId],
    enabled: resultId !== undefined && openedAt < 0,
    queryFn: () => api.getResult({ botId: bot.id, resultId: resultId! }),
    select: ({ result }) => result,
  })
  const table = `/bots/${bot.id}/results`
  return {
    opened: resultId === undefined ? undefined : (rows[openedAt] ?? elsewhere.data),
    openedAt,
    open: useCallback((id: string) => go(`${table}/${id}`), [go, table]),
    close: useCallback(() => go(table), [go, table]),
  }
}
