import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useStore } from '../design/store.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { type Answer, api } from '../service/api.js'
import type { SignIn } from '../service/signing-in.js'

export type Comment = Answer<'listComments'>['comments'][number]

/** Comments on one place, beginning with the one that may be resolved. */
export interface Thread {
  first: Comment
  answers: readonly Comment[]
}

/** All comments of the bot, and the time up to which the user has read them; read again after each new comment. */
export function useComments(): Answer<'listComments'> | undefined {
  const { bot, presence, can } = useBotEditor()
  const changes = useStore(presence.comments, (it) => it.changes)
  return useQuery({
    queryKey: ['comments', bot.id, changes],
    queryFn: () => api.listComments({ botId: bot.id }),
    enabled: can('bot.read'),
    placeholderData: keepPreviousData,
  }).data
}

/** All threads of the bot, oldest first. */
export function useThreads(): readonly Thread[] {
  const comments = useComments()?.comments
  return useMemo(() => threadsOf(comments ?? []), [comments])
}

export const useMyId = (): string | undefined =>
  useQueryClient().getQueryData<{ who: SignIn | null }>(['me'])?.who?.user.id

/** The comments of others in open threads that the user has not read. */
export function useUnread(): readonly Comment[] {
  const threads = useThreads()
  const readAt = useComments()?.readAt ?? ''
  const me = useMyId()
  return useMemo(
    () =>
      threads
        .filter(isOpen)
        .flatMap(({ first, answers }) => [first, ...answers])
        .filter(({ author, createdAt }) => author?.id !== me && createdAt > readAt),
    [threads, readAt, me],
  )
}

export const isOpen = ({ first }: Thread): boolean => first.resolvedAt === null

/** The number of comments in open threads for each group and each block. */
export function countsOf(threads: readonly Thread[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { first, answers } of threads.filter(isOpen)) {
    const id = first.blockId ?? first.groupId
    counts.set(id, (counts.get(id) ?? 0) + 1 + answers.length)
  }
  return counts
}

function threadsOf(comments: readonly Comment[]): Thread[] {
  const answers = new Map<string, Comment[]>()
  for (const comment of comments) {
    const { id, threadId } = comment
    if (id === threadId) answers.set(id, [])
    else answers.get(threadId)?.push(comment)
  }
  return comments.flatMap((first) => (first.id === first.threadId ? [{ first, answers: answers.get(first.id)! }] : []))
}
