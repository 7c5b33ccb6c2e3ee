import { searchable } from '@colloquy/flow/searchable'
import { useQuery } from '@tanstack/react-query'
import { type Answer, api } from '../service/api.js'
import type { FullConversation } from './conversation.js'

export type SavedReply = Answer<'listSavedReplies'>['replies'][number]

export const repliesKey = (workspaceId: string) => ['inbox-replies', workspaceId] as const

/** The saved replies of a workspace, by shortcut. */
export const useSavedReplies = (workspaceId: string) =>
  useQuery({
    queryKey: repliesKey(workspaceId),
    queryFn: () => api.listSavedReplies({ workspaceId }),
    select: (answer) => answer.replies,
    staleTime: 60_000,
  })

/** The word after a slash in front of the cursor, which looks for a saved reply; undefined if there is none. */
export const soughtReply = (textBefore: string): string | undefined => /(?:^|\s)\/([\w-]{0,40})$/.exec(textBefore)?.[1]

/** Replies whose shortcut begins with a word, then replies that contain it anywhere. */
export function matchingReplies(replies: readonly SavedReply[], word: string): readonly SavedReply[] {
  const sought = searchable(word)
  const begins = replies.filter(({ shortcut }) => shortcut.startsWith(sought))
  const contains = replies.filter(
    (reply) => !begins.includes(reply) && searchable(`${reply.shortcut} ${reply.text}`).includes(sought),
  )
  return [...begins, ...contains].slice(0, 8)
}

const placeholder = /\{\{([^{}]{1,100})\}\}/g

/** A reply with the values that the conversation has. Placeholders without a value stay. */
export function filledReply({ text }: SavedReply, { variables, conversation }: FullConversation, agent: string) {
  const values = new Map(variables.map(({ name, value }) => [name, textOf(value)]))
  // Variables of the bot win over these.
  if (!values.has('visitor')) values.set('visitor', conversation?.visitor?.name ?? '')
  if (!values.has('agent')) values.set('agent', agent)
  return text.replaceAll(placeholder, (whole, name: string) => values.get(name.trim()) || whole)
}

/** True if a text has a placeholder that nothing filled. */
export const hasPlaceholder = (text: string): boolean => text.search(placeholder) >= 0

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
