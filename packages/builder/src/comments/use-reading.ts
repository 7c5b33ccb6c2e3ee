import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useBotEditor } from '../editor/bot-editor.js'
import { useMembership } from '../editor/use-membership.js'
import { type Answer, api } from '../service/api.js'
import { useUnread } from './use-threads.js'

/** Records the comments as read while the page is visible. Returns the ids of those that were new since the panel was opened. */
export function useReading(): ReadonlySet<string> {
  const { bot } = useBotEditor()
  const { isHere } = useMembership()
  const queries = useQueryClient()
  const unread = useUnread()
  const [seen, setSeen] = useState<ReadonlySet<string>>(none)
  const added = unread.filter(({ id }) => !seen.has(id))
  if (added.length > 0) setSeen(new Set([...seen, ...added.map(({ id }) => id)]))
  const until = unread.reduce((latest, { createdAt }) => (createdAt > latest ? createdAt : latest), '')
  useEffect(() => {
    if (until === '' || !isHere) return
    const read = async () => {
      if (document.visibilityState !== 'visible') return
      const { readAt } = await api.readComments({ botId: bot.id, until })
      queries.setQueriesData<Answer<'listComments'>>(
        { queryKey: ['comments', bot.id] },
        (listed) => listed && { ...listed, readAt },
      )
    }
    // Comments that could not be recorded stay unread until the next visit.
    const attempt = () => void read().catch(() => {})
    attempt()
    document.addEventListener('visibilitychange', attempt)
    return () => document.removeEventListener('visibilitychange', attempt)
  }, [until, isHere, bot.id, queries])
  return seen
}

const none: ReadonlySet<string> = new Set()
