import { ApiError } from '@colloquy/api'
import { definitionOf, type Flow, publicIdSchema, sanitizeGroups } from '@colloquy/flow'
import { can } from '@colloquy/permissions'
import type { BotRow } from '@colloquy/storage'
import { admitToWorkspace, isReadable } from '../access/access.js'
import { testsForCopy } from '../flow-tests/stored-tests.js'
import type { Handlers } from '../http/handler.js'
import { addressesOf } from '../sites/addresses-of.js'
import { botAnswer, botDocument } from '../stored-bots/bot-document.js'
import { checkFolder, nameableBy } from '../stored-bots/bot-references.js'
import { flowOf } from '../stored-bots/flow-of.js'
import { linkedWithin } from '../stored-bots/linked-within.js'
import { initialBotState } from '../stored-bots/new-bot-row.js'

type BotRelationHandlers = Handlers<'duplicateBot' | 'listLinkedBots' | 'isPublicIdAvailable' | 'getAddresses'>

/** Relations of a bot: its copies, the bots that it links to, its unique name, and its addresses. */
export const botRelationHandlers: BotRelationHandlers = {
  async getAddresses(service, { request, bot }) {
    return addressesOf(service, bot, request)
  },

  async duplicateBot(service, { caller, body, bot, standing }) {
    const isMember = can(standing, 'bot.copyTests')
    const isMove = body.isMove === true
    if (body.workspaceId === undefined && !isMember) throw new ApiError('bot_not_found')
    if (isMove && !isMember) throw new ApiError('bot_not_found')
    const workspaceId = body.workspaceId ?? bot.workspaceId
    const { workspace } = await admitToWorkspace(service.storage, caller, 'bots.create', workspaceId)
    const isHere = workspace.id === bot.workspaceId
    const folderId = body.folderId === undefined ? (isHere ? bot.folderId : null) : body.folderId
    if (folderId) await checkFolder(service, workspace.id, folderId)
    const flow = flowOf(bot)
    const { nameable } = await nameableBy(service, workspace.id)
    const { groups, warnings } = sanitizeGroups(flow.groups, nameable)
    const copy: BotRow = {
      ...bot,
      ...initialBotState(workspace, service.now()),
      name: body.name ?? (isMove ? bot.name : `${bot.name} (copy)`),
      folderId,
      flow: JSON.stringify({ ...flow, groups }),
      selectedThemeTemplateId: isHere ? bot.selectedThemeTemplateId : null,
      publicId: null,
    }
    // Tests contain answers of services, so a copy for another person is made without them.
    const tests = isMember ? await testsForCopy(service, bot.id, copy.id) : []
    if (!isMove) await service.storage.bots.create(copy, tests)
    else if ((await service.storage.bots.replace(copy, bot, service.now(), tests)) === 'missing')
      throw new ApiError('bot_not_found')
    return botAnswer(isMove ? { ...copy, publicId: bot.publicId } : copy, { warnings })
  },

  async listLinkedBots(service, { caller, bot }) {
    const { draftReads, longWork, storage } = service
    const ids = await longWork.run(bot.workspaceId, bot.flow.length, () => mergedBotIds(flowOf(bot)))
    return draftReads.run(bot.workspaceId, async () => {
      const linked = await linkedWithin(service, ids, async (id) => {
        const one = id === bot.id ? undefined : await storage.bots.find(id)
        const isShown = one && one.workspaceId === bot.workspaceId && !one.isDeleted
        return isShown && (await isReadable(storage, caller, one)) ? one : undefined
      })
      linked.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
      const bots = []
      for (const row of linked) {
        const document = await longWork.run(bot.workspaceId, row.flow.length, () => botDocument(row))
        const { version, id, name, groups, variables } = document
        bots.push({ version, id, name, groups, variables })
      }
      return { bots }
    })
  },

  async isPublicIdAvailable(service, { query }) {
    const isWellFormed = publicIdSchema.safeParse(query.publicId).success
    return { isAvailable: isWellFormed && !(await service.storage.bots.findByPublicId(query.publicId)) }
  },
}

/** Bots whose answers are stored in the result of the bot that links to them. */
function mergedBotIds({ groups }: Flow): Set<string> {
  const links = groups.flatMap(({ blocks }) =>
    blocks.flatMap((block) => definitionOf(block.type)?.linkedBot?.(block) ?? []),
  )
  return new Set(links.flatMap(({ botId, mergesResults }) => (botId && mergesResults === true ? [botId] : [])))
}
