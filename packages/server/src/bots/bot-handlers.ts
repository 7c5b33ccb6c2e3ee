import { ApiError } from '@colloquy/api'
import { sanitizeSettings, withoutSecrets } from '@colloquy/flow'
import { can, standingToBot } from '@colloquy/permissions'
import type { BotRow, BotSummary } from '@colloquy/storage'
import { permissionsTo, type UserMode } from '../access/access.js'
import { importTests } from '../flow-tests/import-tests.js'
import { checkHeadCode, withoutBadHeadCode } from '../head-code/check-head-code.js'
import { bodyBytes } from '../http/body-bytes.js'
import type { Handlers } from '../http/handler.js'
import { sentBot } from '../http/large-bots.js'
import { timestamp } from '../http/timestamp.js'
import type { Needs } from '../service.js'
import { botAnswer, botDocument, publicVersion, publishedBotDocument } from '../stored-bots/bot-document.js'
import { checkFolder, nameableBy } from '../stored-bots/bot-references.js'
import { checkCustomCss, withoutLargeCss } from '../stored-bots/check-custom-css.js'
import { newBotRow } from '../stored-bots/new-bot-row.js'
import { repeatableCreation } from './repeatable-creation.js'
import { nextTimestamp, publicIdTaken, updateBot } from './update-bot.js'

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

export const botHandlers: Handlers<BotId> = {
  async listBots(service, { caller, query, workspace, standing }) {
    const isArchived = query.isArchived ?? false
    if (!can(standing, 'workspace.listBots'))
      return { bots: await botsSharedWith(service, workspace.id, caller.user.id, isArchived) }
    const folderId = query.folderId === 'root' ? null : query.folderId
    const bots = await service.storage.bots.list(workspace.id, { folderId, isArchived })
    return { bots: bots.map((bot) => listedBot(bot, can(standing, 'bot.edit') ? 'write' : 'read')) }
  },

  async createBot(service, { caller, body, request, workspace }) {
    const { nameable } = await nameableBy(service, workspace.id)
    const sent = sentBot(request, body.bot)
    const origin = { caller, workspaceId: workspace.id, request, content: sent }
    const creation = await repeatableCreation(service, origin)
    if (creation.earlier) return botAnswer(creation.earlier, { warnings: [] })
    const input = { bot: sent, nameable }
    const read = await service.flows.run(workspace.id, 'readNewBot', input, bodyBytes(request))
    if (!read.ok) throw new ApiError(read.code, { issues: read.issues })
    const { bot, warnings } = read
    if (bot.folderId) await checkFolder(service, workspace.id, bot.folderId)
    const settings = sanitizeSettings(bot.settings, 'create', workspace.plan)
    checkCustomCss(service, bot.theme)
    await checkHeadCode(service, settings)
    const row = newBotRow(workspace, { ...bot, settings }, service.now(), creation.id)
    const create = () => creation.run(() => service.storage.bots.create(row))
    const created = await service.longWork.run(workspace.id, row.flow.length, create)
    if (created === 'taken') throw publicIdTaken()
    return botAnswer(created === 'created' ? row : created, { warnings })
  },

  async importBot(service, { caller, body, request, workspace }) {
    const { nameable } = await nameableBy(service, workspace.id)
    const sent = sentBot(request, body.bot)
    const origin = { caller, workspaceId: workspace.id, request, content: sent }
    const creation = await repeatableCreation(service, origin)
    if (creation.earlier) return botAnswer(creation.earlier, { warnings: [] })
    const input = { bot: sent, ...nameable, marksScripts: body.enableSafetyFlags }
    const outcome = await service.flows.run(workspace.id, 'readBotFile', input, bodyBytes(request))
    if (!outcome.ok) throw new ApiError('invalid_flow', { issues: outcome.issues })
    const { bot } = outcome
    const { settings, warnings } = await withoutBadHeadCode(service, bot.settings)
    const look = withoutLargeCss(service, bot.theme)
    const folder = bot.folderId ? await service.storage.folders.get(workspace.id, bot.folderId) : undefined
    const row = newBotRow(
      workspace,
      { ...bot, settings, theme: look.theme, folderId: folder?.id ?? null, publicId: null },
      service.now(),
      creation.id,
    )
    const create = () => creation.run(() => service.storage.bots.create(row))
    const created = await service.longWork.run(workspace.id, row.flow.length, create)
    if (typeof created === 'object') return botAnswer(created, { warnings: [] })
    const tests = outcome.hasTests ? await importTests(service, row, sent, bodyBytes(request)) : []
    return botAnswer(row, { warnings: [...outcome.warnings, ...warnings, ...look.warnings, ...tests] })
  },

  async getBot(_, { bot, mode, standing }) {
    const beside = { currentUserMode: mode, permissions: permissionsTo({ standing, mode }), revision: bot.revision }
    return mode === 'guest' ? { bot: publicVersion(botDocument(bot)), ...beside } : botAnswer(bot, beside)
  },

  async updateBot(service, { caller, params, body, request, bot: { workspaceId } }) {
    const { credentials, nameable } = await nameableBy(service, workspaceId)
    const input = { bot: sentBot(request, body.bot), ...nameable }
    const read = await service.flows.run(workspaceId, 'readUpdate', input, bodyBytes(request))
    if (!read.ok) throw new ApiError('invalid_flow', { issues: read.issues })
    const { bot, warnings } = await updateBot(service, {
      caller,
      botId: params.botId,
      update: read.bot,
      parts: read.parts,
      overwrites: body.overwrite === true,
      credentials,
      nameable,
    })
    return botAnswer(bot, { warnings: [...read.warnings, ...warnings] })
  },

  async archiveBot(service, { bot }) {
    return setArchived(service, bot, service.now())
  },

  async restoreBot(service, { bot }) {
    return setArchived(service, bot, null)
  },

  async deleteBot(service, { bot }) {
    await service.storage.bots.delete(bot.workspaceId, bot.id, service.now())
    service.remover.soon()
    return { message: 'success' }
  },

  async getPublishedBot(service, { bot, mode }) {
    const release =
      bot.publishedReleaseId === null ? undefined : await service.storage.releases.get(bot.publishedReleaseId)
    const document = release ? publishedBotDocument(release) : null
    return { publishedBot: document && mode === 'guest' ? withoutSecrets(document) : document, version: '3' }
  },
}

/** Archives or unarchives a bot. */
async function setArchived(
  service: Needs<'storage' | 'now'>,
  { workspaceId, id, updatedAt }: BotRow,
  archivedAt: number | null,
) {
  const outcome = await service.storage.bots.update(
    workspaceId,
    id,
    { archivedAt },
    nextTimestamp(updatedAt, service.now()),
  )
  if (outcome.kind !== 'updated') throw new ApiError('bot_not_found')
  return botAnswer(outcome.bot)
}

/** Guests see no folders: the bots shared with them form a single list. */
async function botsSharedWith(service: Needs<'storage'>, workspaceId: string, userId: string, isArchived: boolean) {
  const shares = new Map(
    (await service.storage.collaborators.ofUser(workspaceId, userId)).map(({ botId, type }) => [botId, type]),
  )
  if (shares.size === 0) return []
  const bots = (await service.storage.bots.list(workspaceId, { isArchived })).filter(({ id }) => shares.has(id))
  return bots.map((bot) =>
    listedBot(bot, can(standingToBot('GUEST', shares.get(bot.id), false), 'bot.edit') ? 'write' : 'read'),
  )
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
