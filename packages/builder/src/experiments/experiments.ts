import { useQuery } from '@tanstack/react-query'
import { experimentsOf } from '../environments/experiments-of.js'
import type { Answer } from '../service/api.js'

export type Experiment = Answer<'listExperiments'>['experiments'][number]

/** The experiments of a bot, newest first. */
export const useExperiments = (botId: string) =>
  useQuery({ ...experimentsOf(botId), select: (answer) => answer.experiments })
