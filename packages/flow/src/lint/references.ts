import { nestedReferences } from '../blocks/nested-references.js'
import { definitionOf } from '../blocks/registry.js'
import { fallbacksOf } from '../exits.js'
import type { Flow } from '../flow-schema.js'
import { knowledgeBaseOf } from '../integrations/knowledge/knowledge-base-option.js'
import type { LintContext } from './problem.js'

/** References of a flow to things outside of it, for which a context can be requested. */
export interface References {
  credentialsIds: string[]
  botIds: string[]
  knowledgeBaseIds: string[]
}

/**
 * The ids of credentials, other bots and knowledge bases that the blocks of a flow refer to, without duplicates, in the order of the
 * document.
 */
export function referencesOf({ groups }: Pick<Flow, 'groups'>): References {
  const credentialsIds = new Set<string>()
  const botIds = new Set<string>()
  const knowledgeBaseIds = new Set<string>()
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
      add(botIds, definitionOf(block.type)?.linkedBot?.(block).botId)
    }
  }
  return { credentialsIds: [...credentialsIds], botIds: [...botIds], knowledgeBaseIds: [...knowledgeBaseIds] }
}

/** The options in which a block names credentials. */
export const credentialsKeys = ['credentialsId', 'proxyCredentialsId'] as const

/** The context of a flow with these references, of which some exist. */
export const contextOf = ({
  credentialsIds,
  botIds,
  publishedBotIds,
  knowledgeBaseIds,
  refusedCredentialsIds,
}: References & { publishedBotIds: string[]; refusedCredentialsIds: string[] }): LintContext => ({
  credentialsIds: new Set(credentialsIds),
  botIds: new Set(botIds),
  publishedBotIds: new Set(publishedBotIds),
  knowledgeBaseIds: new Set(knowledgeBaseIds),
  refusedCredentialsIds: new Set(refusedCredentialsIds),
})
