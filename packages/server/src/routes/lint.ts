import { ApiError } from '@colloquy/api'
import { type Flow, importBot, type LintContext, lintFlow } from '@colloquy/flow'
import { readableBot, writableWorkspace } from '../access.js'
import type { Handlers } from '../handler.js'
import { newId } from '../ids.js'
import type { Service } from '../service.js'

type LintId = 'listProblems' | 'lintFlow'

export const lintHandlers: Handlers<LintId> = {
  async listProblems(service, { caller, params }) {
    const { bot } = await readableBot(service.storage, caller, params.botId)
    return { problems: lintFlow(JSON.parse(bot.flow) as Flow, await workspaceContext(service, bot.workspaceId)) }
  },

  async lintFlow(service, { caller, body }) {
    const { workspaceId } = body
    if (workspaceId !== undefined) await writableWorkspace(service.storage, caller, workspaceId)
    const bot = { name: '', edges: [], variables: [], theme: {}, settings: {}, ...body.bot }
    const read = importBot(bot, { newId, credentialsIds: 'any' })
    if (!read.ok) throw new ApiError('invalid_flow', { issues: read.issues })
    const context = workspaceId === undefined ? {} : await workspaceContext(service, workspaceId)
    return { problems: lintFlow(read.bot, context) }
  },
}

/** What blocks of a workspace may refer to. */
async function workspaceContext({ storage }: Service, workspaceId: string): Promise<LintContext> {
  const [credentials, bots] = await Promise.all([storage.credentials.list(workspaceId), storage.bots.list(workspaceId)])
  return { credentialsIds: new Set(credentials.map(({ id }) => id)), botIds: new Set(bots.map(({ id }) => id)) }
}
