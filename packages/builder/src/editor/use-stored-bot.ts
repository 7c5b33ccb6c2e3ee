import { useQuery } from '@tanstack/react-query'
import { api } from '../service/api.js'
import { useBotEditor } from './bot-editor.js'

/** The stored bot, apart from its draft: its address, its phone number, whether it is closed. */
export function useStoredBot() {
  const { bot, opened } = useBotEditor()
  return useQuery({
    queryKey: ['bot', bot.id],
    initialData: opened,
    queryFn: () => api.getBot({ botId: bot.id }),
    select: (answer) => answer.bot,
  })
}

/** The published version; null if nothing is published. */
export function usePublishedBot() {
  const { bot } = useBotEditor()
  return useQuery({
    queryKey: ['published', bot.id],
    queryFn: () => api.getPublishedBot({ botId: bot.id }),
    select: (answer) => answer.publishedBot,
  })
}
