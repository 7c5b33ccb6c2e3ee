import { useState } from 'react'
import { useStudio } from '../editor/studio.js'
import { request } from '../service/request.js'

/** Results that one request deletes by their ids. */
const atOnce = 500

/** Which results are selected: some by their ids, or all that match a query, as they were counted. */
export function useSelection(query: string) {
  const { bot } = useStudio()
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState<{ query: string; countedAt: string }>()
  // All that match another query are others.
  const isAll = all?.query === query
  const path = `bots/${bot.id}/results`
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
          cursor = (await request<'deleteResults'>('DELETE', path, body)).nextCursor
        } while (cursor !== undefined)
      } else {
        const left = [...ids]
        while (left.length > 0)
          await request<'deleteResults'>('DELETE', path, { resultIds: left.splice(0, atOnce).join(',') })
      }
      choose(new Set())
    },
  }
}
