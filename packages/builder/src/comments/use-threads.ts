import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useStore } from '../design/store.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { type Answer, api } from '../service/api.js'

export type Comment = Answer<'listComments'>['comments'][number]

/** Comments on one place, beginning with the one that may be resolved. */
export interface Thread {
  first: Comment
  answers: readonly Comment[]
}

/** All threads of the bot, oldest first; read again after each new comment. */
export function useThreads(): readonly Thread[] {
  const { bot, presence, access } = useBotEditor()
  const changes = useStore(presence.comments, (it) => it.changes)
  const comments = useQuery({
    queryKey: ['comments', bot.id, changes],
    queryFn: () => api.listComments({ botId: bot.id }),
    enabled: access !== 'guest',
    placeholderData: (before) => before,
    select: (answer) => answer.comments,
  }).data
  return useMemo(() => threadsOf(comments ?? []), [comments])
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
