import { useQuery } from '@tanstack/react-query'
import { request } from '../service/request.js'
import { useStudio } from './studio.js'

/** The bot as it is stored beside its draft: its address, its number, whether it is closed. */
export function useStoredBot() {
  const { bot, opened } = useStudio()
  return useQuery({
    queryKey: ['bot', bot.id],
    initialData: opened,
    queryFn: () => request<'getBot'>('GET', `bots/${bot.id}`),
    select: (answer) => answer.bot,
  })
}

/** What visitors get; null when nothing is published. */
export function usePublishedBot() {
  const { bot } = useStudio()
  return useQuery({
    queryKey: ['published', bot.id],
    queryFn: () => request<'getPublishedBot'>('GET', `bots/${bot.id}/publishedBot`),
    select: (answer) => answer.publishedBot,
  })
}
