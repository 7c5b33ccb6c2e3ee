import { useQuery } from '@tanstack/react-query'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import type { Experiment } from './experiments.js'

export type Metrics = Answer<'getExperiment'>['metrics']

const refreshMs = 10_000

/** One experiment with its metrics, refreshed while it runs. */
export const useExperiment = (botId: string, id: string) =>
  useQuery({
    queryKey: ['experiment', botId, id],
    queryFn: () => api.getExperiment({ botId, experimentId: id }),
    refetchInterval: ({ state }) => (state.data?.experiment.endedAt === null ? refreshMs : false),
  })

/** Outcome of an experiment, or that it is running. */
export function stateOf({ endedAt, outcome }: Experiment): { label: string; look: string } {
  if (endedAt === null) return { label: t('Running'), look: 'tag good' }
  if (outcome === 'promoted') return { label: t('Promoted'), look: 'tag' }
  return { label: outcome === 'replaced' ? t('Ended by a deployment') : t('Stopped'), look: 'tag' }
}
