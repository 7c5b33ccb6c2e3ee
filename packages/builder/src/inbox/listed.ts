import type { Conversation } from './conversation.js'

interface Page {
  conversations: Conversation[]
  nextCursor: string | null
}

export interface Listed {
  pages: Page[]
  pageParams: unknown[]
}

/** The loaded part of a list, newest first, after a change of one conversation. `isListed`: the list has it from now on. */
export function withConversation({ pages, pageParams }: Listed, changed: Conversation, isListed: boolean): Listed {
  const others = pages.map((page) => ({
    ...page,
    conversations: page.conversations.filter(({ sessionId }) => sessionId !== changed.sessionId),
  }))
  if (!isListed) return { pages: others, pageParams }
  const isLater = ({ lastAt, sessionId }: Conversation) =>
    lastAt === changed.lastAt ? sessionId < changed.sessionId : lastAt < changed.lastAt
  const at = others.findIndex(({ conversations }) => conversations.some(isLater))
  const last = others.length - 1
  // A conversation after all loaded ones comes with its page.
  if (at < 0 && others[last]?.nextCursor !== null) return { pages: others, pageParams }
  const inserted = others.map((page, index) => {
    if (index !== (at < 0 ? last : at)) return page
    const before = page.conversations.findIndex(isLater)
    const position = before < 0 ? page.conversations.length : before
    return { ...page, conversations: page.conversations.toSpliced(position, 0, changed) }
  })
  return { pages: inserted, pageParams }
}
