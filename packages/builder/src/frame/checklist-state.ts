/** Progress of the checklist for a first bot, stored in this browser. */
const dismissedKey = 'colloquy-checklist-dismissed'
const seenKey = (botId: string, page: string) => `colloquy-seen:${botId}:${page}`

export const isChecklistDismissed = (): boolean => localStorage.getItem(dismissedKey) !== null
export const dismissChecklist = (): void => localStorage.setItem(dismissedKey, '1')

type ChecklistPage = 'theme' | 'share'
/** True if a page of the bot was opened in this browser. */
export const wasSeen = (botId: string, page: ChecklistPage): boolean =>
  localStorage.getItem(seenKey(botId, page)) !== null
export const markSeen = (botId: string, page: ChecklistPage): void => localStorage.setItem(seenKey(botId, page), '1')
