import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useStudio } from '../bot/studio.js'
import { type Answer, request } from '../service/request.js'
import type { Result } from './result.js'

export const noRows: readonly Result[] = []

/** The results that a query asks for, newest first or sorted, page by page, and how many there are. */
export function useResults(query: string, sort: string) {
  const { bot } = useStudio()
  const results = useInfiniteQuery({
    queryKey: ['results', bot.id, query, sort],
    initialPageParam: '',
    queryFn: async ({ pageParam }) => {
      const cursor = pageParam && `&cursor=${encodeURIComponent(pageParam)}`
      return request<'listResults'>('GET', `bots/${bot.id}/results?limit=100&${query}${sort}${cursor}`)
    },
    getNextPageParam: (page) => page.nextCursor,
    select: useCallback(
      ({ pages }: InfiniteData<Answer<'listResults'>>) => ({
        rows: pages.flatMap((page) => page.results),
        isPartial: pages.some((page) => page.isPartial === true),
      }),
      [],
    ),
  })
  const count = useQuery({
    queryKey: ['results', bot.id, 'count', query],
    queryFn: () => request<'countResults'>('GET', `bots/${bot.id}/results/count?${query}`),
  }).data
  const { error, hasNextPage: hasMore, isFetchingNextPage, fetchNextPage } = results
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [isFetchingNextPage, fetchNextPage])
  const rows = results.data?.rows ?? noRows
  return {
    rows,
    /** Not all results of the period are sorted. */
    isPartial: results.data?.isPartial ?? false,
    count,
    error,
    hasMore,
    more,
    isFetchingMore: isFetchingNextPage,
    isSearching: results.isPending || (isFetchingNextPage && rows.length === 0),
    isEmpty: results.isSuccess && rows.length === 0 && !hasMore,
  }
}
