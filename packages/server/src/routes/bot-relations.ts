import { ApiError } from '@colloquy/api'
import { type Flow, publicIdSchema, sanitizeGroups } from '@colloquy/flow'
import type { BotRow } from '@colloquy/storage'
import { isReadable, readableBot, writableWorkspace } from '../access.js'
import { botDocument } from '../bot-document.js'
import { checkFolder, credentialsOf, told } from '../bot-references.js'
import type { Handlers } from '../handler.js'
import { newcomer } from '../new-bot-row.js'
import { addressesOf } from '../sites/addresses-of.js'

type BotRelationHandlers = Handlers<'duplicateBot' | 'listLinkedBots' | 'isPublicIdAvailable' | 'getAddresses'>

/** A bot among others: its copies, the bots it links to, the name that only one can have, and where it is found. */
export const botRelationHandlers: BotRelationHandlers = {
  async getAddresses(service, { caller, params, request }) {
    const { bot } = await readableBot(service.storage, caller, params.botId)
    return addressesOf(service, bot, request)
  },

  async duplicateBot(service, { caller, params, body }) {
    const { bot } = await readableBot(service.storage, caller, params.botId)
    if (bot.isArchived) throw new ApiError('bot_not_found')
    const role = await service.storage.workspaces.role(bot.workspaceId, caller.user.id)
    const isMember = role === 'ADMIN' || role === 'MEMBER'
    if (body.workspaceId === undefined && !isMember) throw new ApiError('bot_not_found')
    const workspace = await writableWorkspace(service.storage, caller, body.workspaceId ?? bot.workspaceId)
    const isHere = workspace.id === bot.workspaceId
    const folderId = body.folderId === undefined ? (isHere ? bot.folderId : null) : body.folderId
    if (folderId) await checkFolder(service, workspace.id, folderId)
    const flow: Flow = JSON.parse(bot.flow)
    const { groups, warnings } = sanitizeGroups(
      flow.groups,
      new Set((await credentialsOf(service, workspace.id)).keys()),
    )
    const copy: BotRow = {
      ...bot,
      ...newcomer(workspace, service.now()),
      name: body.name ?? `${bot.name} (copy)`,
      folderId,
      flow: JSON.stringify({ ...flow, groups }),
      selectedThemeTemplateId: isHere ? bot.selectedThemeTemplateId : null,
      publicId: null,
    }
    await service.storage.bots.create(copy)
    return { bot: botDocument(copy), ...told(warnings) }
  },

  async listLinkedBots(service, { caller, params }) {
    const { bot } = await readableBot(service.storage, caller, params.botId)
    const linked: BotRow[] = []
    for (const id of mergedBotIds(JSON.parse(bot.flow))) {
      const one = id === bot.id ? undefined : await service.storage.bots.find(id)
      if (
        one &&
        one.workspaceId === bot.workspaceId &&
        !one.isArchived &&
        (await isReadable(service.storage, caller, one.id))
      )
        linked.push(one)
    }
    linked.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
    return {
      bots: linked.map((row) => {
        const { version, id, name, groups, variables } = botDocument(row)
        return { version, id, name, groups, variables }
      }),
    }
  },

  async isPublicIdAvailable(service, { query }) {
    const isWellFormed = publicIdSchema.safeParse(query.publicId).success
    return { isAvailable: isWellFormed && !(await service.storage.bots.findByPublicId(query.publicId)) }
  },
}

/** Bots whose answers go into the result of the one that links to them. */
function mergedBotIds({ groups }: Flow): Set<string> {
  const links = groups.flatMap(({ blocks }) => blocks).filter(({ type }) => type === 'Bot link')
  const options = links.map((block) => ('options' in block ? block.options : undefined) as LinkOptions | undefined)
  return new Set(options.flatMap((it) => (it?.botId && it.mergeResults === true ? [it.botId] : [])))
}

interface LinkOptions {
  botId?: string
  mergeResults?: boolean
}
