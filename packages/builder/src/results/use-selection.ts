import { useState } from 'react'
import { useBotEditor } from '../editor/bot-editor.js'
import { api } from '../service/api.js'

/** Results that one request deletes by their ids. */
const atOnce = 500

/** Which results are selected: some by their ids, or all that match a query, as they were counted. */
export function useSelection(query: string) {
  const { bot } = useBotEditor()
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState<{ query: string; countedAt: string }>()
  // All that match another query are others.
  const isAll = all?.query === query
  const choose = (next: ReadonlySet<string>) => {
    setAll(undefined)
    setIds(next)
  }
  return {
    ids,
    isAll,
    choose,
    /** `countedAt`: when those that match were counted; later ones are not selected. */
    chooseAll: (countedAt: string) => setAll({ query, countedAt }),
    /** Deletes them; `matching` are the parameters of the query. */
    async remove(matching: object) {
      if (isAll) {
        // One request deletes for a few seconds.
        let cursor: string | undefined
        do {
          const body = { matching: { ...matching, createdBefore: all.countedAt, ...(cursor && { cursor }) } }
          cursor = (await api.deleteResults({ botId: bot.id, ...body })).nextCursor
        } while (cursor !== undefined)
      } else {
        const left = [...ids]
        while (left.length > 0) await api.deleteResults({ botId: bot.id, resultIds: left.splice(0, atOnce).join(',') })
      }
      choose(new Set())
    },
  }
}
