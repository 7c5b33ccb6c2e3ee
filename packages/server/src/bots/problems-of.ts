import { attributesByKey, type LintContext, type Problem, teamsById } from '@colloquy/flow'
import type { BotRow } from '@colloquy/storage'
import type { Needs } from '../service.js'

/** Returns the problems of a draft in its workspace, errors first. */
export async function problemsOf(
  service: Needs<'storage' | 'flows' | 'vault' | 'services' | 'modelAccess'>,
  bot: BotRow,
): Promise<Problem[]> {
  const context = await workspaceContext(service, bot.workspaceId)
  return service.flows.run(bot.workspaceId, 'lintStored', { flow: bot.flow, context }, bot.flow.length)
}

/** Returns what blocks of a workspace may refer to. */
export async function workspaceContext(
  { storage, vault, services, modelAccess }: Needs<'storage' | 'vault' | 'services' | 'modelAccess'>,
  workspaceId: string,
): Promise<Required<LintContext>> {
  const [credentials, bots, bases, attributes, teams, workspace, refused] = await Promise.all([
    storage.credentials.list(workspaceId),
    storage.bots.list(workspaceId),
    storage.knowledge.baseIds(workspaceId),
    storage.contacts.listAttributes(workspaceId),
    storage.teams.list(workspaceId),
    storage.workspaces.get(workspaceId),
    modelAccess.refusedCredentials(workspaceId, { vault, addresses: services.addresses }),
  ])
  const published = bots.filter(({ publishedReleaseId }) => publishedReleaseId !== null)
  return {
    credentialsIds: new Set(credentials.map(({ id }) => id)),
    botIds: new Set(bots.map(({ id }) => id)),
    publishedBotIds: new Set(published.map(({ id }) => id)),
    knowledgeBaseIds: new Set(bases),
    refusedCredentialsIds: refused,
    teams: teamsById(teams.map(({ id, businessHours }) => ({ id, hasBusinessHours: businessHours !== null }))),
    hasBusinessHours: workspace?.businessHours != null,
    attributes: attributesByKey(attributes),
  }
}
