/** What this browser remembers of the way to a first bot. */
const dismissedKey = 'colloquy-checklist-dismissed'
const seenKey = (botId: string, page: string) => `colloquy-seen:${botId}:${page}`

export const isChecklistDismissed = (): boolean => localStorage.getItem(dismissedKey) !== null
export const dismissChecklist = (): void => localStorage.setItem(dismissedKey, '1')

type ChecklistPage = 'theme' | 'share'
/** A page of a bot was opened here. */
export const wasSeen = (botId: string, page: ChecklistPage): boolean =>
  localStorage.getItem(seenKey(botId, page)) !== null
export const markSeen = (botId: string, page: ChecklistPage): void => localStorage.setItem(seenKey(botId, page), '1')
