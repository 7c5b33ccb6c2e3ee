import { useQuery } from '@tanstack/react-query'
import { api } from '../service/api.js'
import { useStudio } from './studio.js'

/** The stored bot, apart from its draft: its address, its phone number, whether it is closed. */
export function useStoredBot() {
  const { bot, opened } = useStudio()
  return useQuery({
    queryKey: ['bot', bot.id],
    initialData: opened,
    queryFn: () => api.getBot({ botId: bot.id }),
    select: (answer) => answer.bot,
  })
}

/** The published version; null if nothing is published. */
export function usePublishedBot() {
  const { bot } = useStudio()
  return useQuery({
    queryKey: ['published', bot.id],
    queryFn: () => api.getPublishedBot({ botId: bot.id }),
    select: (answer) => answer.publishedBot,
  })
}
