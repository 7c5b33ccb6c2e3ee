import { ApiError } from '@colloquy/api'
import {
  convertUpdate,
  defaultPublicId,
  emptyBot,
  type ImportedBot,
  importBot,
  mappingPathIssues,
  sanitizeGroups,
  sanitizeSettings,
  sanitizeVariables,
} from '@colloquy/flow'
import type { BotSummary } from '@colloquy/storage'
import { readableBot, type UserMode, visibleWorkspace, writableBot, writableWorkspace } from '../access.js'
import type { Caller } from '../auth.js'
import { botDocument, publishedBotDocument } from '../bot-document.js'
import { checkFolder, credentialsOf, told } from '../bot-references.js'
import type { Handlers } from '../handler.js'
import { newId } from '../ids.js'
import { newBotRow } from '../new-bot-row.js'
import type { Service } from '../service.js'
import { timestamp } from '../timestamp.js'
import { laterThan, publicIdTaken, updateBot } from '../update-bot.js'

type BotId =
  | 'listBots'
  | 'createBot'
  | 'importBot'
  | 'getBot'
  | 'updateBot'
  | 'archiveBot'
  | 'restoreBot'
  | 'deleteBot'
  | 'getPublishedBot'
  | 'publishBot'
  | 'unpublishBot'

export const botHandlers: Handlers<BotId> = {
  async listBots(service, { caller, query }) {
    const { workspace, role } = await visibleWorkspace(service.storage, caller, query.workspaceId)
    const isShelved = query.isArchived ?? false
    if (role === 'GUEST') return { bots: await botsSharedWith(service, workspace.id, caller.user.id, isShelved) }
    const folderId = query.folderId === 'root' ? null : query.folderId
    const bots = await service.storage.bots.list(workspace.id, { folderId, isShelved })
    return { bots: bots.map((bot) => listedBot(bot, role ? 'write' : 'read')) }
  },

  async createBot(service, { caller, body }) {
    const workspace = await writableWorkspace(service.storage, caller, body.workspaceId)
    const given = Object.fromEntries(Object.entries(body.bot).filter(([, value]) => value !== undefined))
    const bot = { ...emptyBot(newId), publicId: null, ...given } as ImportedBot & { publicId: string | null }
    if (bot.folderId) await checkFolder(service, workspace.id, bot.folderId)
    const { groups, warnings } = sanitizeGroups(
      bot.groups,
      new Set((await credentialsOf(service, workspace.id)).keys()),
    )
    const issues = mappingPathIssues(groups)
    if (issues.length > 0) throw new ApiError('invalid_flow', { issues })
    const flow = { events: bot.events, groups, edges: bot.edges, variables: sanitizeVariables(groups, bot.variables) }
    const settings = sanitizeSettings(bot.settings, 'create', workspace.plan)
    const row = newBotRow(workspace, { ...bot, flow, settings }, service.now())
    if ((await service.storage.bots.create(row)) === 'taken') throw publicIdTaken()
    return { bot: botDocument(row), ...told(warnings) }
  },

  async importBot(service, { caller, body }) {
    const workspace = await writableWorkspace(service.storage, caller, body.workspaceId)
    const outcome = importBot(body.bot, {
      newId,
      credentialsIds: new Set((await credentialsOf(service, workspace.id)).keys()),
      marksScripts: body.enableSafetyFlags,
    })
    if (!outcome.ok) throw new ApiError('invalid_flow', { issues: outcome.issues })
    const { bot, warnings } = outcome
    const { events, groups, edges, variables } = bot
    const folder = bot.folderId ? await service.storage.folders.get(workspace.id, bot.folderId) : undefined
    const flow = { events, groups, edges, variables }
    const row = newBotRow(workspace, { ...bot, folderId: folder?.id ?? null, publicId: null, flow }, service.now())
    await service.storage.bots.create(row)
    return { bot: botDocument(row), ...told(warnings) }
  },

  async getBot(service, { caller, params }) {
    const { bot, mode } = await readableBot(service.storage, caller, params.botId, { allowsPublicShare: true })
    return { bot: botDocument(bot), currentUserMode: mode, revision: bot.revision }
  },

  async updateBot(service, { caller, params, body }) {
    const { workspaceId } = await writableBot(service.storage, caller, params.botId)
    const credentials = await credentialsOf(service, workspaceId)
    const converted = convertUpdate(body.bot, { newId, credentialsIds: new Set(credentials.keys()) })
    if (!converted.ok) throw new ApiError('invalid_flow', { issues: converted.issues })
    const { bot, warnings } = await updateBot(service, {
      caller,
      botId: params.botId,
      update: converted.bot,
      overwrites: body.overwrite === true,
      credentials,
    })
    return { bot: botDocument(bot), ...told([...converted.warnings, ...warnings]) }
  },

  async archiveBot(service, { caller, params }) {
    return { bot: await shelve(service, caller, params.botId, service.now()) }
  },

  async restoreBot(service, { caller, params }) {
    return { bot: await shelve(service, caller, params.botId, null) }
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

  async publishBot(service, { caller, params, body }) {
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
      note: body.note || null,
      authorId: caller.user.id,
      createdAt: service.now(),
    }
    const outcome = await service.storage.releases.publish(release, defaultPublicId(bot.name, bot.id))
    if (outcome === 'missing') throw new ApiError('bot_not_found')
    if (outcome === 'taken') throw publicIdTaken()
    return { message: 'success' }
  },

  async unpublishBot(service, { caller, params }) {
    const bot = await writableBot(service.storage, caller, params.botId)
    if (!(await service.storage.releases.unpublish(bot.workspaceId, bot.id))) throw new ApiError('bot_not_published')
    return { message: 'success' }
  },
}

/** Puts a bot away, or takes it back. */
async function shelve(service: Service, caller: Caller, botId: string, shelvedAt: number | null) {
  const { workspaceId, id, updatedAt } = await writableBot(service.storage, caller, botId)
  const outcome = await service.storage.bots.update(workspaceId, id, { shelvedAt }, laterThan(updatedAt, service.now()))
  if (outcome.kind !== 'updated') throw new ApiError('bot_not_found')
  return botDocument(outcome.bot)
}

/** Guests see nothing of folders: what is shared with them is one list. */
async function botsSharedWith(service: Service, workspaceId: string, userId: string, isShelved: boolean) {
  const shares = new Map(
    (await service.storage.collaborators.ofUser(workspaceId, userId)).map(({ botId, type }) => [botId, type]),
  )
  if (shares.size === 0) return []
  const bots = (await service.storage.bots.list(workspaceId, { isShelved })).filter(({ id }) => shares.has(id))
  return bots.map((bot) => listedBot(bot, shares.get(bot.id) === 'READ' ? 'read' : 'write'))
}

function listedBot(bot: BotSummary, accessRight: UserMode) {
  return {
    id: bot.id,
    name: bot.name,
    icon: bot.icon,
    createdAt: timestamp(bot.createdAt),
    ...(bot.publishedReleaseId !== null && { publishedBotId: bot.publishedReleaseId }),
    accessRight,
  }
}
