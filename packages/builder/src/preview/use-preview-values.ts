import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useStore } from '../design/store.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { type Answer, api } from '../service/api.js'
import { running } from './running.js'
import type { Value } from './variable-value.js'

/** No preview is open: nothing happens. */
const withoutRun = () => () => undefined

/** The same function at each call: otherwise the query would compute a new map at each render, which causes the next render. */
const valuesById = ({ preview }: Answer<'getPreview'>): ReadonlyMap<string, Value> =>
  new Map(preview.variables.map(({ id, value }) => [id, value]))

/** The values of variables in the open preview, by their ids, as they are now; undefined while there is none. */
export function usePreviewValues(): ReadonlyMap<string, Value> | undefined {
  const { bot } = useBotEditor()
  const current = useStore(running, ({ run }) => run)
  const sessionId = current?.sessionId
  const steps = useSyncExternalStore(current?.state.subscribe ?? withoutRun, () => current?.state.get().steps ?? 0)
  return useQuery({
    queryKey: ['preview', sessionId, steps],
    queryFn: () => api.getPreview({ botId: bot.id, sessionId: sessionId! }),
    enabled: steps > 0,
    placeholderData: keepPreviousData,
    retry: false,
    select: valuesById,
  }).data
}
