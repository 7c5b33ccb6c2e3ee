import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { dayOf } from '../design/dates.js'
import { type Content, contentOf } from '../document/content.js'
import { type Answer, request } from '../service/request.js'

export type ReleaseRow = Answer<'listReleases'>['releases'][number]

/** Releases of a bot, newest first, page by page. */
export const useReleases = (botId: string) =>
  useInfiniteQuery({
    queryKey: ['releases', botId],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      request<'listReleases'>('GET', `bots/${botId}/releases?limit=50${pageParam && `&cursor=${pageParam}`}`),
    getNextPageParam: (page) => page.nextCursor,
    select: (data: InfiniteData<Answer<'listReleases'>>) => data.pages.flatMap((page) => page.releases),
  })

/** Releases to choose from, named by their day and note. */
export const releaseChoices = (releases: readonly ReleaseRow[]): (readonly [id: string, label: string])[] =>
  releases.map(({ id, note, createdAt }) => [id, `${dayOf(createdAt)}${note ? `: ${shortened(note)}` : ''}`])

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** What a release holds; it never changes. Nothing is read without an id. */
export const useRelease = (botId: string, releaseId: string | undefined) =>
  useQuery({
    queryKey: ['release', releaseId],
    queryFn: () => request<'getRelease'>('GET', `bots/${botId}/releases/${releaseId}`),
    select: (answer) => contentOf(answer.release as unknown as Content),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: releaseId !== undefined,
  })
