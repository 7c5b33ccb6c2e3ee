import { useQuery } from '@tanstack/react-query'
import { type Content, contentOf } from '../document/content.js'
import { api } from '../service/api.js'

/** Content of a release, which never changes. Nothing is fetched without an id. */
export const useRelease = (botId: string, releaseId: string | undefined) =>
  useQuery({
    queryKey: ['release', releaseId],
    queryFn: () => api.getRelease({ botId, releaseId: releaseId! }),
    select: (answer) => contentOf(answer.release as unknown as Content),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: releaseId !== undefined,
  })
