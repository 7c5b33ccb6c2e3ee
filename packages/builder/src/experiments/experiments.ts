import { useQuery } from '@tanstack/react-query'
import { type Answer, api } from '../service/api.js'

export type Experiment = Answer<'listExperiments'>['experiments'][number]

/** The experiments of a bot, newest first. */
export const useExperiments = (botId: string) =>
  useQuery({
    queryKey: ['experiments', botId],
    queryFn: () => api.listExperiments({ botId }),
    select: (answer) => answer.experiments,
  })
