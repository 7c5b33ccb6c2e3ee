import { useQuery, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../design/toasts.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import type { EnvironmentRow } from './environments.js'

/** Recent deployments, newest first. */
export const useDeployments = (botId: string) =>
  useQuery({
    queryKey: ['deployments', botId],
    queryFn: () => api.listDeployments({ botId, limit: 20 }),
    select: (answer) => answer.deployments,
  })

/** Invalidates cached data of a bot after another release has become current somewhere, or an experiment began or ended. */
export function useForget(botId: string): () => Promise<unknown> {
  const queries = useQueryClient()
  const keys = ['environments', 'deployments', 'experiments', 'experiment', 'published', 'releases', 'bot']
  return () => Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key, botId] })))
}

/** Makes a release current in an environment immediately, and offers to undo it. */
export function useDeploy(botId: string) {
  const forget = useForget(botId)
  const deploy = async (
    environment: EnvironmentRow,
    releaseId: string,
    releaseName: string,
    reason?: string,
  ): Promise<void> => {
    await api.deployRelease({
      botId,
      environmentId: environment.id,
      releaseId,
      ...(reason !== undefined && { reason }),
    })
    await forget()
    const { releaseId: before } = environment
    const undo = before && {
      label: t('Undo'),
      run: () => void deploy({ ...environment, releaseId }, before, t('The version before')),
    }
    showToast(
      t('{releaseName} is current in {name}. Chats in progress stay on their version.', {
        releaseName,
        name: environment.name,
      }),
      undo || undefined,
    )
  }
  return deploy
}
