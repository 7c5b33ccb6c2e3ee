import { nestedReferences } from '../blocks/nested-references.js'
import { definitionOf } from '../blocks/registry.js'
import { teamOf } from '../blocks/team-of.js'
import type { AttributeType } from '../contacts/index.js'
import { fallbacksOf } from '../exits.js'
import type { Flow } from '../flow-schema.js'
import { knowledgeBaseOf } from '../integrations/knowledge/knowledge-base-option.js'
import type { LintContext } from './problem.js'

/** References of a flow to things outside of it, for which a context can be requested. */
export interface References {
  credentialsIds: string[]
  botIds: string[]
  knowledgeBaseIds: string[]
  teamIds: string[]
  /** Keys of attributes of contacts. */
  attributeKeys: string[]
}

/**
 * The ids of credentials, other bots, knowledge bases and teams that the blocks of a flow refer to, and keys of attributes, without duplicates,
 * in the order of the document.
 */
export function referencesOf({ groups, variables }: Pick<Flow, 'groups' | 'variables'>): References {
  const credentialsIds = new Set<string>()
  const botIds = new Set<string>()
  const knowledgeBaseIds = new Set<string>()
  const teamIds = new Set<string>()
  const add = (ids: Set<string>, id: unknown) => typeof id === 'string' && id !== '' && ids.add(id)
  for (const { blocks } of groups) {
    for (const block of blocks) {
      const options = ('options' in block ? block.options : undefined) as Record<string, unknown> | undefined
      for (const { credentialsId } of fallbacksOf(block)) add(credentialsIds, credentialsId)
      for (const key of credentialsKeys) add(credentialsIds, options?.[key])
      add(knowledgeBaseIds, knowledgeBaseOf(block))
      for (const { to, id } of nestedReferences(block)) {
        if (to === 'credentials') add(credentialsIds, id)
        if (to === 'knowledge base') add(knowledgeBaseIds, id)
      }
      add(teamIds, teamOf(block)?.id)
      add(botIds, definitionOf(block.type)?.linkedBot?.(block).botId)
    }
  }
  const named = JSON.stringify(groups).matchAll(/\{\{contact\.([A-Za-z]\w{0,59})\}\}/g)
  const attributeKeys = new Set([
    ...variables.flatMap(({ attribute }) => attribute?.key ?? []),
    ...[...named].map(([, key]) => key as string),
  ])
  return {
    credentialsIds: [...credentialsIds],
    botIds: [...botIds],
    knowledgeBaseIds: [...knowledgeBaseIds],
    teamIds: [...teamIds],
    attributeKeys: [...attributeKeys],
  }
}

/** The options in which a block names credentials. */
export const credentialsKeys = ['credentialsId', 'proxyCredentialsId'] as const

/** Attributes by their names and ids. */
export const attributesByKey = <Attribute extends { id: string; name: string }>(
  attributes: readonly Attribute[],
): ReadonlyMap<string, Attribute> =>
  new Map([...attributes.map((one) => [one.name, one] as const), ...attributes.map((one) => [one.id, one] as const)])

/** Teams by their ids. */
export const teamsById = (
  teams: readonly { id: string; hasBusinessHours: boolean }[],
): ReadonlyMap<string, { hasBusinessHours: boolean }> =>
  new Map(teams.map(({ id, hasBusinessHours }) => [id, { hasBusinessHours }]))

/** The context of a flow with these references, of which some exist. */
export const contextOf = ({
  credentialsIds,
  botIds,
  publishedBotIds,
  knowledgeBaseIds,
  refusedCredentialsIds,
  teams,
  hasBusinessHours,
  channelTypes = [],
  attributes = [],
}: Pick<References, 'credentialsIds' | 'botIds' | 'knowledgeBaseIds'> & {
  publishedBotIds: string[]
  refusedCredentialsIds: string[]
  teams?: { id: string; hasBusinessHours: boolean }[]
  hasBusinessHours?: boolean
  channelTypes?: string[]
  attributes?: { id: string; name: string; type: AttributeType }[]
}): LintContext => ({
  credentialsIds: new Set(credentialsIds),
  botIds: new Set(botIds),
  publishedBotIds: new Set(publishedBotIds),
  knowledgeBaseIds: new Set(knowledgeBaseIds),
  refusedCredentialsIds: new Set(refusedCredentialsIds),
  ...(teams && { teams: teamsById(teams) }),
  ...(hasBusinessHours !== undefined && { hasBusinessHours }),
  channelTypes: new Set(channelTypes),
  attributes: attributesByKey(attributes),
})
