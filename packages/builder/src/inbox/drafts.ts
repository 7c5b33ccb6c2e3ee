import { keptInBrowser } from '../design/kept.js'

/** Unsent text of a conversation, kept in this browser. */
const keyOf = (sessionId: string) => `colloquy-draft-${sessionId}`

export const draftOf = (sessionId: string): string => keptInBrowser.get(keyOf(sessionId)) ?? ''

export function keepDraft(sessionId: string, text: string): void {
  if (text === '') keptInBrowser.delete(keyOf(sessionId))
  else keptInBrowser.set(keyOf(sessionId), text)
}
