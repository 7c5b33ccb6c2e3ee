import { type InfiniteData, type UseQueryResult, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useStudio } from '../editor/studio.js'
import { type Answer, request } from '../service/request.js'
import type { Origin, Result } from './result.js'

export const noRows: readonly Result[] = []
const noPages: readonly (readonly Result[])[] = []

/**
 * The results that a query asks for, newest first or sorted, page by page, and how many there are. Where they come from is loaded if
 * something `hasOrigins` to show.
 */
export function useResults(query: string, sort: string, hasOrigins: boolean) {
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
        pages: pages.map((page) => page.results),
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
  const origins = useOrigins(hasOrigins ? (results.data?.pages ?? noPages) : noPages)
  const pages = results.data?.pages ?? noPages
  const rows = useMemo(() => pages.flat().map((row) => withOrigin(row, origins)), [pages, origins])
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

function withOrigin(row: Result, origins: ReadonlyMap<string, Origin>): Result {
  const origin = origins.get(row.id)
  return origin ? { ...row, origin } : row
}

/** Where the results of pages come from, by their ids. */
function useOrigins(pages: readonly (readonly Result[])[]): ReadonlyMap<string, Origin> {
  const { bot } = useStudio()
  return useQueries({
    queries: pages
      .filter((page) => page.length > 0)
      .map((page) => {
        const resultIds = page.map(({ id }) => id).join(',')
        return {
          queryKey: ['results', bot.id, 'origins', resultIds],
          queryFn: () =>
            request<'listResultOrigins'>('GET', `bots/${bot.id}/results/origins?${new URLSearchParams({ resultIds })}`),
        }
      }),
    combine: byResult,
  })
}

const byResult = (answers: UseQueryResult<Answer<'listResultOrigins'>>[]): ReadonlyMap<string, Origin> =>
  new Map(answers.flatMap(({ data }) => data?.origins.map((origin) => [origin.resultId, origin] as const) ?? []))
