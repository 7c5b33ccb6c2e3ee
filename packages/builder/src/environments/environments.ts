import { useQuery } from '@tanstack/react-query'
import { type Answer, api } from '../service/api.js'

export type EnvironmentRow = Answer<'listEnvironments'>['environments'][number]

export const environmentsOf = (botId: string) => ({
  queryKey: ['environments', botId],
  queryFn: () => api.listEnvironments({ botId }),
})

/** Environments of a bot, `live` first. */
export const useEnvironments = (botId: string) =>
  useQuery({ ...environmentsOf(botId), select: (answer) => answer.environments })
