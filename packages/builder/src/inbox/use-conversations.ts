import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../service/api.js'
import { followStream } from '../service/follow-stream.js'
import { type Conversation, conversationKey } from './conversation.js'
import type { ListFilter } from './list-filter.js'
import { type Listed, withConversation } from './listed.js'
import { endTyping, showTyping } from './typing.js'
import { lists, type View } from './views.js'

/** Milliseconds between two requests for an open conversation that the bot holds. */
const betweenTurns = 3_000
/** The same for a list of conversations that bots hold. */
const betweenLists = 4_000
/** Conversations that one request loads. */
const atOnce = 50

const listKey = (workspaceId: string, view: View, filter: ListFilter) =>
  ['inbox', workspaceId, 'list', view, filter] as const

/** The conversations of a view, newest first. */
export function useConversations(workspaceId: string, view: View, filter: ListFilter = {}) {
  const query = useInfiniteQuery({
    queryKey: listKey(workspaceId, view, filter),
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      api.listConversations({
        workspaceId,
        view,
        limit: atOnce,
        ...wanted(filter),
        ...(pageParam && { cursor: pageParam }),
      }),
    getNextPageParam: (page) => page.nextCursor,
    // Events of the service change it.
    staleTime: Number.POSITIVE_INFINITY,
    // But not the turns of bots, which cost nothing for the inbox while nobody looks.
    refetchInterval: view === 'live' && betweenLists,
  })
  const conversations = query.data?.pages.flatMap((page) => page.conversations) ?? []
  return { ...query, conversations }
}

function wanted({ waiting, ...filter }: ListFilter) {
  const waitingBefore = waiting === undefined ? undefined : new Date(Date.now() - waiting * 60_000).toISOString()
  return { ...filter, ...(waitingBefore !== undefined && { waitingBefore }) }
}

/** Conversations of all views that a search finds; none without a text. */
export const useFound = (workspaceId: string, search: string) =>
  useQuery({
    queryKey: ['inbox', workspaceId, 'search', search],
    queryFn: () => api.searchConversations({ workspaceId, search }),
    select: (answer) => answer.conversations,
    enabled: search !== '',
    placeholderData: (before) => before,
  })

/** A conversation with its transcript. */
export const useConversation = (workspaceId: string, sessionId: string) =>
  useQuery({
    ...conversationQuery(workspaceId, sessionId),
    // Turns of the bot send no events to the inbox.
    refetchInterval: ({ state }) => state.data?.holder.by === 'bot' && betweenTurns,
  })

export const conversationQuery = (workspaceId: string, sessionId: string) => ({
  queryKey: conversationKey(workspaceId, sessionId),
  queryFn: () => api.getConversation({ workspaceId, sessionId }),
})

/** Loads conversations before they are opened. */
export function usePrefetched(workspaceId: string, sessionIds: readonly (string | undefined)[]): void {
  const queries = useQueryClient()
  const wanted = sessionIds.filter((id) => id !== undefined).join()
  useEffect(() => {
    for (const id of wanted.split(',').filter(Boolean))
      void queries.prefetchQuery({ ...conversationQuery(workspaceId, id), staleTime: 15_000 })
  }, [queries, workspaceId, wanted])
}

/** Called while the page is open; each stays the same function. */
export interface InboxEvents {
  onChange(changed: Conversation): void
  onMention(mention: Mention): void
}

/** Somebody has mentioned the user in a note. */
export interface Mention {
  sessionId: string
  /** Of the author. */
  name: string | null
}

/** Keeps lists and conversations current while the page is open. */
export function useLiveInbox(workspaceId: string, userId: string, on: InboxEvents): void {
  const queries = useQueryClient()
  const { onChange, onMention } = on
  useEffect(() => {
    const stream = followStream({
      address: () => `/api/v1/workspaces/${encodeURIComponent(workspaceId)}/inbox/events`,
      onEvent({ event, data }) {
        if (event === 'typing' && data.userId !== userId) showTyping(data)
        if (event === 'mentioned') {
          void queries.invalidateQueries({ queryKey: ['inbox', workspaceId, 'list', 'mentioned'] })
          onMention(data)
        }
        if (event !== 'changed') return
        if (data.sessionId === undefined) return void reload(queries, workspaceId)
        // A change is mostly a message. Who types on says so again soon.
        endTyping(data.sessionId)
        applyChange(queries, workspaceId, userId, data)
        onChange(data)
      },
      reach(isReached) {
        // Changes from the time without a stream, also between the first request and the first stream.
        if (isReached) void reload(queries, workspaceId)
      },
      lose: () => {},
    })
    return () => stream.close()
  }, [queries, workspaceId, userId, onChange, onMention])
}

const reload = (queries: QueryClient, workspaceId: string) =>
  queries.invalidateQueries({ queryKey: ['inbox', workspaceId] })

/** Applies a change of a conversation to all lists that are loaded, and loads it again if it is. */
export function applyChange(queries: QueryClient, workspaceId: string, userId: string, changed: Conversation): void {
  const known = queries.getQueryCache().findAll({ queryKey: ['inbox', workspaceId, 'list'] })
  for (const { queryKey } of known) {
    const [, , , view, filter] = queryKey as ReturnType<typeof listKey>
    if (filter.waiting !== undefined || view === 'mentioned') {
      // Not all of what orders and chooses these is in the conversation.
      void queries.invalidateQueries({ queryKey })
      continue
    }
    const isListed = lists[view](changed, userId) && has(filter, changed)
    queries.setQueryData<Listed>(queryKey, (data) => data && withConversation(data, changed, isListed))
  }
  void queries.invalidateQueries({ queryKey: conversationKey(workspaceId, changed.sessionId) })
}

const has = ({ botId, channel, teamId }: ListFilter, conversation: Conversation): boolean =>
  (botId ?? conversation.botId) === conversation.botId &&
  (channel ?? conversation.channel) === conversation.channel &&
  (teamId ?? conversation.teamId) === conversation.teamId
