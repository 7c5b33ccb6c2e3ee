import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { showToast } from '../design/toasts.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import type { EnvironmentRow } from './environments.js'
import { useForget } from './use-forget.js'

/** Deployments, newest first, page by page. */
export const useDeployments = (botId: string) =>
  useInfiniteQuery({
    queryKey: ['deployments', botId],
    initialPageParam: '',
    queryFn: ({ pageParam }) => api.listDeployments({ botId, limit: 20, ...(pageParam && { cursor: pageParam }) }),
    getNextPageParam: (page) => page.nextCursor,
    select: (data: InfiniteData<Answer<'listDeployments'>>) => data.pages.flatMap((page) => page.deployments),
  })

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
