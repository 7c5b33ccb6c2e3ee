import { useQueryClient } from '@tanstack/react-query'

/** Invalidates cached data of a bot after another release has become current somewhere, or an experiment began or ended. */
export function useForget(botId: string): () => Promise<unknown> {
  const queries = useQueryClient()
  const keys = ['environments', 'deployments', 'experiments', 'experiment', 'published', 'releases', 'bot']
  return () => Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key, botId] })))
}
