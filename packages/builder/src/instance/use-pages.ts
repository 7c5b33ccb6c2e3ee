import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'

interface Page {
  readonly nextCursor: string | null
}

/** A list over the whole instance, searched and page by page. */
export function usePages<Answer extends Page>(
  name: string,
  read: (query: { search: string; cursor?: string }) => Promise<Answer>,
) {
  const queries = useQueryClient()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const list = useInfiniteQuery({
    queryKey: ['instance', name, wanted],
    initialPageParam: '',
    queryFn: ({ pageParam }) => read({ search: wanted, ...(pageParam && { cursor: pageParam }) }),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
  return {
    search,
    setSearch,
    pages: list.data?.pages ?? [],
    isPending: list.isPending,
    error: list.error,
    hasMore: list.hasNextPage,
    more: () => void list.fetchNextPage(),
    refresh: () => queries.invalidateQueries({ queryKey: ['instance', name] }),
  }
}
