import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { dayOf } from '../design/dates.js'
import { type Content, contentOf } from '../document/content.js'
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

/** Choices of releases, labeled with their day and note. */
export const releaseChoices = (releases: readonly ReleaseRow[]): (readonly [id: string, label: string])[] =>
  releases.map(({ id, note, createdAt }) => [id, `${dayOf(createdAt)}${note ? `: ${shortened(note)}` : ''}`])

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** Content of a release, which never changes. Nothing is fetched without an id. */
export const useRelease = (botId: string, releaseId: string | undefined) =>
  useQuery({
    queryKey: ['release', releaseId],
    queryFn: () => api.getRelease({ botId, releaseId: releaseId! }),
    select: (answer) => contentOf(answer.release as unknown as Content),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: releaseId !== undefined,
  })
