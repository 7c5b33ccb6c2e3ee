import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useBotEditor } from '../editor/bot-editor.js'
import { useMembership } from '../editor/use-membership.js'
import { api } from '../service/api.js'
import { labelled, type Mentionable } from './mentions.js'
import { useMyId } from './use-threads.js'

/** The people whom the user may mention in comments on the bot: the others who can see it. */
export function useMentionable(): readonly Mentionable[] {
  const { bot } = useBotEditor()
  const { isHere } = useMembership()
  const me = useMyId()
  const { data } = useQuery({
    queryKey: ['mentionable', bot.id],
    queryFn: () => api.listMentionable({ botId: bot.id }),
    enabled: isHere,
    staleTime: 60_000,
  })
  return useMemo(() => labelled((data?.people ?? []).filter(({ id }) => id !== me)), [data, me])
}
