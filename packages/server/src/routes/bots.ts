import { ApiError } from '@colloquy/api'
import {
  type BotUpdate,
  convertUpdate,
  defaultPublicId,
  emptyBot,
  type Flow,
  type ImportedBot,
  importBot,
  sanitizeGroups,
  sanitizeSettings,
  sanitizeVariables,
  type Warning,
} from '@colloquy/flow'
import type { BotChange, BotRow, Workspace } from '@colloquy/storage'
import { readableBot, visibleWorkspace, writableBot, writableWorkspace } from '../access.js'
import type { Caller } from '../auth.js'
import { botDocument, publishedBotDocument } from '../bot-document.js'
import type { Handlers } from '../handler.js'
import { newId } from '../ids.js'
import type { Service } from '../service.js'
import { timestamp } from '../timestamp.js'

type BotId =
  | 'listBots'
  | 'createBot'
  | 'importBot'
  | 'getBot'
  | 'updateBot'
  | 'deleteBot'
  | 'getPublishedBot'
  | 'publishBot'
  | 'unpublishBot'

export const botHandlers: Handlers<BotId> = {
  async listBots(service, { caller, query }) {
    const { workspace, role } = await visibleWorkspace(service.storage, caller, query.workspaceId)
    if (role === 'GUEST') return { bots: [] }
    const folderId = query.folderId === 'root' ? null : query.folderId
    const bots = await service.storage.bots.list(workspace.id, folderId)
    return {
      bots: bots.map((bot) => ({
        id: bot.id,
        name: bot.name,
        icon: bot.icon,
        createdAt: timestamp(bot.createdAt),
        ...(bot.publishedReleaseId !== null && { publishedBotId: bot.publishedReleaseId }),
        accessRight: role ? ('write' as const) : ('read' as const),
      })),
    }
  },

  async createBot(service, { caller, body }) {
    const workspace = await writableWorkspace(service.storage, caller, body.workspaceId)
    const given = Object.fromEntries(Object.entries(body.bot).filter(([, value]) => value !== undefined))
    const bot = { ...emptyBot(newId), publicId: null, ...given } as ImportedBot & { publicId: string | null }
    if (bot.folderId) await checkFolder(service, workspace.id, bot.folderId)
    const { groups, warnings } = sanitizeGroups(bot.groups, await credentialsIds(service, workspace.id))
    const flow = { events: bot.events, groups, edges: bot.edges, variables: sanitizeVariables(groups, bot.variables) }
    const row = newBotRow(service, workspace, {
      ...bot,
      flow,
      settings: sanitizeSettings(bot.settings, 'create', workspace.plan),
    })
    if ((await service.storage.bots.create(row)) === 'taken') throw taken()
    return { bot: botDocument(row), ...told(warnings) }
  },

  async importBot(service, { caller, body }) {
    const workspace = await writableWorkspace(service.storage, caller, body.workspaceId)
    const outcome = importBot(body.bot, { newId, credentialsIds: await credentialsIds(service, workspace.id) })
    if (!outcome.ok) throw new ApiError('invalid_flow', { issues: outcome.issues })
    const { bot, warnings } = outcome
    const { events, groups, edges, variables } = bot
    const folder = bot.folderId ? await service.storage.folders.get(workspace.id, bot.folderId) : undefined
    const row = newBotRow(service, workspace, {
      ...bot,
      folderId: folder?.id ?? null,
      publicId: null,
      flow: { events, groups, edges, variables },
    })
    await service.storage.bots.create(row)
    return { bot: botDocument(row), ...told(warnings) }
  },

  async getBot(service, { caller, params }) {
    const { bot, mode } = await readableBot(service.storage, caller, params.botId, { allowsPublicShare: true })
    return { bot: botDocument(bot), currentUserMode: mode }
  },

  async updateBot(service, { caller, params, body }) {
    const bot = await writableBot(service.storage, caller, params.botId)
    const ownCredentials = await credentialsIds(service, bot.workspaceId)
    const converted = convertUpdate(body.bot, { newId, credentialsIds: ownCredentials })
    if (!converted.ok) throw new ApiError('invalid_flow', { issues: converted.issues })
    const update = converted.bot
    if (update.folderId) await checkFolder(service, bot.workspaceId, update.folderId)
    if (update.messagingCredentialsId) await checkMessaging(service, bot.workspaceId, update.messagingCredentialsId)
    const workspace = await service.storage.workspaces.get(bot.workspaceId)
    const warnings = [...converted.warnings]
    const seen =
      !body.overwrite && update.updatedAt !== undefined ? new Date(update.updatedAt).getTime() + 5000 : undefined
    // The flow is one document, so a part of it is laid over the rest as it stands.
    const change = botChange(bot, update, workspace?.plan ?? 'UNLIMITED', caller, ownCredentials, warnings)
    const outcome = await service.storage.bots.update(
      bot.workspaceId,
      bot.id,
      change,
      laterThan(bot, service.now()),
      seen,
    )
    if (outcome.kind === 'missing') throw new ApiError('bot_not_found')
    if (outcome.kind === 'conflict') throw new ApiError('update_conflict')
    if (outcome.kind === 'taken') throw taken()
    return { bot: botDocument(outcome.bot), ...told(warnings) }
  },

  async deleteBot(service, { caller, params }) {
    const bot = await writableBot(service.storage, caller, params.botId)
    await service.storage.bots.archive(bot.workspaceId, bot.id, service.now())
    service.sweeper.soon()
    return { message: 'success' }
  },

  async getPublishedBot(service, { caller, params }) {
    const { bot } = await readableBot(service.storage, caller, params.botId, { allowsPublicShare: true })
    const release =
      bot.publishedReleaseId === null ? undefined : await service.storage.releases.get(bot.publishedReleaseId)
    return { publishedBot: release ? publishedBotDocument(release) : null, version: '3' }
  },

  async publishBot(service, { caller, params }) {
    const bot = await writableBot(service.storage, caller, params.botId)
    const { flow, theme, settings, workspaceId } = bot
    const release = {
      id: newId(),
      botId: bot.id,
      workspaceId,
      version: '6',
      flow,
      theme,
      settings,
      createdAt: service.now(),
    }
    const outcome = await service.storage.releases.publish(release, defaultPublicId(bot.name, bot.id))
    if (outcome === 'missing') throw new ApiError('bot_not_found')
    if (outcome === 'taken') throw taken()
    return { message: 'success' }
  },

  async unpublishBot(service, { caller, params }) {
    const bot = await writableBot(service.storage, caller, params.botId)
    if (!(await service.storage.releases.unpublish(bot.workspaceId, bot.id))) throw new ApiError('bot_not_published')
    return { message: 'success' }
  },
}

type NewBot = Pick<
  ImportedBot,
  'name' | 'icon' | 'folderId' | 'theme' | 'settings' | 'selectedThemeTemplateId' | 'resultsTablePreferences'
> & {
  flow: Flow
  publicId: string | null
}

function newBotRow(service: Service, workspace: Workspace, bot: NewBot): BotRow {
  const now = service.now()
  return {
    id: newId(),
    workspaceId: workspace.id,
    name: bot.name,
    icon: bot.icon,
    folderId: bot.folderId,
    flow: JSON.stringify(bot.flow),
    theme: JSON.stringify(bot.theme),
    settings: JSON.stringify(bot.settings),
    selectedThemeTemplateId: bot.selectedThemeTemplateId,
    resultsTablePreferences: bot.resultsTablePreferences === null ? null : JSON.stringify(bot.resultsTablePreferences),
    publicId: bot.publicId,
    customDomain: null,
    isArchived: false,
    isClosed: false,
    messagingCredentialsId: null,
    riskLevel: null,
    publishedReleaseId: null,
    createdAt: now,
    updatedAt: now,
  }
}

function botChange(
  bot: BotRow,
  update: BotUpdate,
  plan: string,
  caller: Caller,
  ownCredentials: ReadonlySet<string>,
  warnings: Warning[],
): BotChange {
  const { name, icon, selectedThemeTemplateId, folderId, publicId, customDomain, isClosed, messagingCredentialsId } =
    update
  const change: BotChange = {
    name,
    icon,
    selectedThemeTemplateId,
    folderId,
    publicId,
    customDomain,
    isClosed,
    messagingCredentialsId,
  }
  if (update.riskLevel !== undefined && caller.user.isAdmin) change.riskLevel = update.riskLevel
  if (update.theme) change.theme = JSON.stringify(update.theme)
  if (update.settings) change.settings = JSON.stringify(sanitizeSettings(update.settings, 'update', plan))
  if (update.resultsTablePreferences !== undefined) {
    change.resultsTablePreferences = update.resultsTablePreferences && JSON.stringify(update.resultsTablePreferences)
  }
  if (update.groups || update.events || update.edges || update.variables) {
    const stored = JSON.parse(bot.flow) as Flow
    const cleaned = update.groups && sanitizeGroups(update.groups, ownCredentials)
    if (cleaned) warnings.push(...cleaned.warnings)
    const groups = cleaned?.groups ?? stored.groups
    const flow: Flow = {
      events: update.events ?? stored.events,
      groups,
      edges: update.edges ?? stored.edges,
      variables: sanitizeVariables(groups, update.variables ?? stored.variables),
    }
    change.flow = JSON.stringify(flow)
  }
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

/** Every change gets a stamp of its own, even two in one millisecond. */
function laterThan(bot: BotRow, now: number): number {
  return Math.max(now, bot.updatedAt + 1)
}

async function checkFolder(service: Service, workspaceId: string, folderId: string): Promise<void> {
  if (!(await service.storage.folders.get(workspaceId, folderId))) throw new ApiError('folder_not_found')
}

/** Those that a flow of this workspace may name. */
async function credentialsIds(service: Service, workspaceId: string): Promise<ReadonlySet<string>> {
  return new Set((await service.storage.credentials.list(workspaceId)).map(({ id }) => id))
}

async function checkMessaging(service: Service, workspaceId: string, id: string): Promise<void> {
  const row = await service.storage.credentials.get(workspaceId, id)
  if (row?.type !== 'messaging') throw new ApiError('credentials_not_found')
}

function taken(): ApiError {
  return new ApiError('public_id_taken', { issues: [{ path: 'bot.publicId', message: 'Choose another one.' }] })
}

function told(warnings: Warning[]) {
  return warnings.length > 0 ? { warnings } : {}
}
