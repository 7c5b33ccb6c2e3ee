import { keptInBrowser } from '../design/kept.js'

/** Progress of the checklist for a first bot, stored in this browser. */
const dismissedKey = 'colloquy-checklist-dismissed'
const seenKey = (botId: string, page: string) => `colloquy-seen:${botId}:${page}`

export const isChecklistDismissed = (): boolean => keptInBrowser.get(dismissedKey) !== null
export const dismissChecklist = (): void => keptInBrowser.set(dismissedKey, '1')

type ChecklistPage = 'theme' | 'share'
/** True if a page of the bot was opened in this browser. */
export const wasSeen = (botId: string, page: ChecklistPage): boolean => keptInBrowser.get(seenKey(botId, page)) !== null
export const markSeen = (botId: string, page: ChecklistPage): void => keptInBrowser.set(seenKey(botId, page), '1')
