import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { type Answer, api } from '../service/api.js'

export type ReleaseRow = Answer<'listReleases'>['releases'][number]

/** Releases of a bot, newest first, page by page. */
export const useReleases = (botId: string) =>
  useInfiniteQuery({
    queryKey: ['releases', botId],
    initialPageParam: '',
    queryFn: ({ pageParam }) => api.listReleases({ botId, limit: 50, ...(pageParam && { cursor: pageParam }) }),
    getNextPageParam: (page) => page.nextCursor,
    select: (data: InfiniteData<Answer<'listReleases'>>) => data.pages.flatMap((page) => page.releases),
  })
