import type { Endpoints } from '@colloquy/api'
import { withoutSecrets } from '@colloquy/flow'
import { accountIdsOf, type BotRow, type Release } from '@colloquy/storage'
import type * as z from 'zod'
import { RawResponse } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { settingsOf, themeOf } from './flow-of.js'

type BotDocument = z.input<Endpoints['getBot']['response']>['bot']
type PublishedBotDocument = NonNullable<z.input<Endpoints['getPublishedBot']['response']>['publishedBot']>

/**
 * Returns a stored bot as the API shows it, as JSON. It is assembled from the stored JSON, so a large flow is neither parsed nor serialized
 * again.
 */
export function botText(row: BotRow): string {
  const { id, name, flow, theme, settings, resultsTablePreferences } = row
  const parts = [
    membersOf({ version: '6', id, name }),
    membersOfText(flow),
    `"theme":${theme}`,
    membersOf({ selectedThemeTemplateId: row.selectedThemeTemplateId }),
    `"settings":${settings}`,
    membersOf({
      createdAt: timestamp(row.createdAt),
      updatedAt: timestamp(row.updatedAt),
      icon: row.icon,
      folderId: row.folderId,
      publicId: row.publicId,
      customDomain: row.customDomain,
      workspaceId: row.workspaceId,
    }),
    `"resultsTablePreferences":${resultsTablePreferences}`,
    `"channels":${row.channels}`,
    membersOf({
      isArchived: row.isDeleted || row.archivedAt !== null,
      isClosed: row.isClosed,
      messagingCredentialsId: accountIdsOf(row)[0] ?? null,
      riskLevel: row.riskLevel,
    }),
  ]
  return `{${parts.join(',')}}`
}

const membersOf = (value: object) => membersOfText(JSON.stringify(value))
const membersOfText = (json: string) => json.slice(1, -1)

/** Like `botText`, but parsed. */
export function botDocument(row: BotRow): BotDocument {
  return JSON.parse(botText(row))
}

/** An answer with a stored bot and further fields beside it. */
export function botAnswer(row: BotRow, more: object = {}): RawResponse {
  const beside = Object.keys(more).length > 0 ? `,${membersOf(more)}` : ''
  return new RawResponse(`{"bot":${botText(row)}${beside}}`)
}

/** Removes what the public may not see of a shared draft: secrets, and what its workspace keeps with it. */
export function publicVersion(document: BotDocument): BotDocument {
  return {
    ...withoutSecrets(document),
    folderId: null,
    resultsTablePreferences: null,
    channels: [],
    messagingCredentialsId: null,
    riskLevel: null,
    selectedThemeTemplateId: null,
  }
}

/** Returns a release as the API shows it. */
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
    theme: themeOf(release),
    settings: settingsOf(release),
  }
}
