import type { ImportedBot } from '@colloquy/flow'
import type { BotRow, Workspace } from '@colloquy/storage'
import { newId } from '../ids.js'

/** Initial content of a bot that is created from scratch or from a file. */
type NewBot = Pick<
  ImportedBot,
  'name' | 'icon' | 'folderId' | 'theme' | 'settings' | 'selectedThemeTemplateId' | 'resultsTablePreferences'
> & {
  /** JSON. */
  flow: string
  publicId: string | null
}

export function newBotRow(workspace: Workspace, bot: NewBot, now: number, id = newId()): BotRow {
  return {
    ...initialBotState(workspace, now, id),
    name: bot.name,
    icon: bot.icon,
    folderId: bot.folderId,
    flow: bot.flow,
    theme: JSON.stringify(bot.theme),
    settings: JSON.stringify(bot.settings),
    selectedThemeTemplateId: bot.selectedThemeTemplateId,
    resultsTablePreferences: bot.resultsTablePreferences === null ? null : JSON.stringify(bot.resultsTablePreferences),
    publicId: bot.publicId,
  }
}

/** Returns the initial state of every bot that enters a workspace, copies included. */
export function initialBotState(workspace: Workspace, now: number, id = newId()) {
  return {
    id,
    workspaceId: workspace.id,
    customDomain: null,
    isDeleted: false,
    archivedAt: null,
    isClosed: false,
    channels: '[]',
    riskLevel: null,
    publishedReleaseId: null,
    environment: null,
    createdAt: now,
    updatedAt: now,
    revision: 0,
  }
}
