import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useStore } from '../design/store.js'
import { useStudio } from '../editor/studio.js'
import { type Answer, request } from '../service/request.js'

export type Comment = Answer<'listComments'>['comments'][number]

/** What was said about one place, beginning with the comment that may be resolved. */
export interface Thread {
  first: Comment
  answers: readonly Comment[]
}

/** All threads of the bot, oldest first; read again whenever somebody has said something. */
export function useThreads(): readonly Thread[] {
  const { bot, presence, access } = useStudio()
  const heard = useStore(presence.comments, (it) => it.heard)
  const comments = useQuery({
    queryKey: ['comments', bot.id, heard],
    queryFn: () => request<'listComments'>('GET', `bots/${bot.id}/comments`),
    enabled: access !== 'guest',
    placeholderData: (before) => before,
    select: (answer) => answer.comments,
  }).data
  return useMemo(() => threadsOf(comments ?? []), [comments])
}

export const isOpen = ({ first }: Thread): boolean => first.resolvedAt === null

/** How many comments of open threads are about each group and each block. */
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
