import { useQuery } from '@tanstack/react-query'
import { type Answer, api } from '../service/api.js'

export type EnvironmentRow = Answer<'listEnvironments'>['environments'][number]

/** Environments of a bot, `live` first. */
export const useEnvironments = (botId: string) =>
  useQuery({
    queryKey: ['environments', botId],
    queryFn: () => api.listEnvironments({ botId }),
    select: (answer) => answer.environments,
  })
