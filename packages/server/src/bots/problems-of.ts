import { ApiError } from '@colloquy/api'
import type { LintContext, Problem, Settings } from '@colloquy/flow'
import type { BotRow } from '@colloquy/storage'
import type { Service } from '../service.js'

/** The problems of a draft in its workspace, errors first. */
export async function problemsOf(service: Service, bot: BotRow): Promise<Problem[]> {
  const context = await workspaceContext(service, bot.workspaceId)
  return service.flows.run(bot.workspaceId, 'lintStored', { flow: bot.flow, context }, bot.flow.length)
}

/** What blocks of a workspace may refer to. */
export async function workspaceContext({ storage }: Service, workspaceId: string): Promise<Required<LintContext>> {
  const [credentials, bots, bases] = await Promise.all([
    storage.credentials.list(workspaceId),
    storage.bots.list(workspaceId),
    storage.knowledge.baseIds(workspaceId),
  ])
  const published = bots.filter(({ publishedReleaseId }) => publishedReleaseId !== null)
  return {
    credentialsIds: new Set(credentials.map(({ id }) => id)),
    botIds: new Set(bots.map(({ id }) => id)),
    publishedBotIds: new Set(published.map(({ id }) => id)),
    knowledgeBaseIds: new Set(bases),
  }
}

/** How many errors are named when publishing is refused. */
const mostNamed = 20

/** Refuses to publish a draft with errors where the settings of the bot say so. Costs nothing where they do not. */
export async function checkMayPublish(service: Service, bot: BotRow): Promise<void> {
  const { publishing }: Settings = JSON.parse(bot.settings)
  if (publishing?.isBlockedByErrors !== true) return
  const errors = (await problemsOf(service, bot)).filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  const issues = errors.slice(0, mostNamed).map(({ place, message }) => ({ path: place.path ?? '', message }))
  throw new ApiError('flow_has_errors', { issues })
}
