import { ApiError } from '@colloquy/api'
import { admitToWorkspace } from '../access/access.js'
import { bodyBytes } from '../http/body-bytes.js'
import type { Handlers } from '../http/handler.js'
import { sentBot } from '../http/large-bots.js'
import { channelTypesOf, problemsOf, workspaceContext } from './problems-of.js'

type LintId = 'listProblems' | 'checkReferences' | 'lintFlow'

export const lintHandlers: Handlers<LintId> = {
  async listProblems(service, { bot }) {
    return { problems: await problemsOf(service, bot) }
  },

  async checkReferences(service, { body, bot }) {
    const { workspaceId } = bot
    const {
      credentialsIds,
      botIds,
      publishedBotIds,
      knowledgeBaseIds,
      refusedCredentialsIds,
      teams,
      hasBusinessHours,
    } = await workspaceContext(service, workspaceId)
    const channelTypes = await channelTypesOf(service, bot)
    const keys = new Set(body.attributeKeys)
    const attributes = keys.size === 0 ? [] : await service.storage.contacts.listAttributes(workspaceId)
    return {
      credentialsIds: body.credentialsIds.filter((id) => credentialsIds.has(id)),
      botIds: body.botIds.filter((id) => botIds.has(id)),
      publishedBotIds: body.botIds.filter((id) => publishedBotIds.has(id)),
      knowledgeBaseIds: body.knowledgeBaseIds.filter((id) => knowledgeBaseIds.has(id)),
      teams: [...new Set(body.teamIds)].flatMap((id) => {
        const team = teams.get(id)
        return team ? [{ id, ...team }] : []
      }),
      hasBusinessHours,
      refusedCredentialsIds: body.credentialsIds.filter((id) => refusedCredentialsIds.has(id)),
      channelTypes: [...channelTypes],
      attributes: attributes
        .filter(({ id, name }) => keys.has(id) || keys.has(name))
        .map(({ id, name, type }) => ({ id, name, type })),
    }
  },

  async lintFlow(service, { caller, body, request }) {
    const { workspaceId } = body
    if (workspaceId !== undefined) await admitToWorkspace(service.storage, caller, 'bots.create', workspaceId)
    const bot = sentBot(request, body.bot)
    const context = workspaceId === undefined ? {} : await workspaceContext(service, workspaceId)
    const owner = workspaceId ?? caller.user.id
    const outcome = await service.flows.run(owner, 'lintFile', { bot, context }, bodyBytes(request))
    if (!outcome.ok) throw new ApiError('invalid_flow', { issues: outcome.issues })
    return { problems: outcome.problems }
  },
}
