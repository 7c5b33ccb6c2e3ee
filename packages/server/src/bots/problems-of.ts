import { channelOfCredentials } from '@colloquy/channels'
import {
  attributesByKey,
  channelSettingsOf,
  type LintContext,
  type Problem,
  type Settings,
  teamsById,
} from '@colloquy/flow'
import { accountIdsOf, type BotRow } from '@colloquy/storage'
import type { Needs } from '../service.js'

/** Returns the problems of a draft in its workspace, errors first. */
export async function problemsOf(
  service: Needs<'storage' | 'flows' | 'vault' | 'services' | 'modelAccess' | 'channels'>,
  bot: BotRow,
): Promise<Problem[]> {
  const [context, channelTypes] = await Promise.all([
    workspaceContext(service, bot.workspaceId),
    channelTypesOf(service, bot),
  ])
  return service.flows.run(
    bot.workspaceId,
    'lintStored',
    { flow: bot.flow, context: { ...context, channelTypes } },
    bot.flow.length,
  )
}

/** Types of the channels on which a bot answers: those that are connected and switched on in its draft. */
export async function channelTypesOf(
  { storage, channels }: Needs<'storage' | 'channels'>,
  bot: BotRow,
): Promise<ReadonlySet<string>> {
  const settings = JSON.parse(bot.settings) as Settings
  const ids = accountIdsOf(bot).filter((id) => channelSettingsOf(settings, id).isEnabled)
  if (ids.length === 0) return new Set()
  const credentials = await storage.credentials.list(bot.workspaceId)
  return new Set(
    credentials
      .filter(({ id }) => ids.includes(id))
      .flatMap(({ type }) => channelOfCredentials(channels, type)?.type ?? []),
  )
}

/** Returns what blocks of a workspace may refer to. */
export async function workspaceContext(
  { storage, vault, services, modelAccess }: Needs<'storage' | 'vault' | 'services' | 'modelAccess'>,
  workspaceId: string,
): Promise<Required<Omit<LintContext, 'channelTypes'>>> {
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
