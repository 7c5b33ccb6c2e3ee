import { type InfiniteData, type UseQueryResult, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useBotEditor } from '../editor/bot-editor.js'
import { type Answer, api } from '../service/api.js'
import type { Origin, Result } from './result.js'

type ListInput = Parameters<typeof api.listResults>[0]
export type ResultQuery = Pick<
  ListInput,
  'timeFilter' | 'timeZone' | 'search' | 'hasStarted' | 'isCompleted' | 'filters'
>
export type ResultSort = Pick<ListInput, 'sort'>

export const noRows: readonly Result[] = []
const noPages: readonly (readonly Result[])[] = []

/**
 * Results that match a query, newest first or sorted, page by page, and their number. Their origins are loaded only with `hasOrigins`, when
 * there is something to show.
 */
export function useResults(query: ResultQuery, sort: ResultSort, hasOrigins: boolean) {
  const { bot } = useBotEditor()
  const results = useInfiniteQuery({
    queryKey: ['results', bot.id, query, sort],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      api.listResults({ botId: bot.id, limit: 100, ...query, ...sort, ...(pageParam && { cursor: pageParam }) }),
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
    queryFn: () => api.countResults({ botId: bot.id, ...query }),
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
    /** True if not all results of the period are sorted. */
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

/** Origins of the results on the given pages, by result id. */
function useOrigins(pages: readonly (readonly Result[])[]): ReadonlyMap<string, Origin> {
  const { bot } = useBotEditor()
  return useQueries({
    queries: pages
      .filter((page) => page.length > 0)
      .map((page) => {
        const resultIds = page.map(({ id }) => id).join(',')
        return {
          queryKey: ['results', bot.id, 'origins', resultIds],
          queryFn: () => api.listResultOrigins({ botId: bot.id, resultIds }),
        }
      }),
    combine: byResult,
  })
}

const byResult = (answers: UseQueryResult<Answer<'listResultOrigins'>>[]): ReadonlyMap<string, Origin> =>
  new Map(answers.flatMap(({ data }) => data?.origins.map((origin) => [origin.resultId, origin] as const) ?? []))
