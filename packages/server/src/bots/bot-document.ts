import type { Endpoints } from '@colloquy/api'
import { withoutSecrets } from '@colloquy/flow'
import type { BotRow, Release } from '@colloquy/storage'
import type * as z from 'zod'
import { timestamp } from '../http/timestamp.js'

type BotDocument = z.input<Endpoints['getBot']['response']>['bot']
type PublishedBotDocument = NonNullable<z.input<Endpoints['getPublishedBot']['response']>['publishedBot']>

/** A stored bot as the API shows it. */
export function botDocument(row: BotRow): BotDocument {
  const { events, groups, edges, variables } = JSON.parse(row.flow)
  return {
    version: '6',
    id: row.id,
    name: row.name,
    events,
    groups,
    edges,
    variables,
    theme: JSON.parse(row.theme),
    selectedThemeTemplateId: row.selectedThemeTemplateId,
    settings: JSON.parse(row.settings),
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
    icon: row.icon,
    folderId: row.folderId,
    publicId: row.publicId,
    customDomain: row.customDomain,
    workspaceId: row.workspaceId,
    resultsTablePreferences: row.resultsTablePreferences === null ? null : JSON.parse(row.resultsTablePreferences),
    isArchived: row.isDeleted || row.archivedAt !== null,
    isClosed: row.isClosed,
    messagingCredentialsId: row.messagingCredentialsId,
    riskLevel: row.riskLevel,
  }
}

/** What of it everybody may see once its draft is open to them: neither secrets nor what its workspace keeps with it. */
export function forEverybody(document: BotDocument): BotDocument {
  return {
    ...withoutSecrets(document),
    folderId: null,
    resultsTablePreferences: null,
    messagingCredentialsId: null,
    riskLevel: null,
    selectedThemeTemplateId: null,
  }
}

/** A release as the API shows it. */
export function publishedBotDocument(release: Release): PublishedBotDocument {
  const { events, groups, edges, variables } = JSON.parse(release.flow)
  return {
    id: release.id,
    version: '6',
    createdAt: timestamp(release.createdAt),
    updatedAt: timestamp(release.createdAt),
    botId: release.botId,
    groups,
    events,
    edges,
    variables,
    theme: JSON.parse(release.theme),
    settings: JSON.parse(release.settings),
  }
}
