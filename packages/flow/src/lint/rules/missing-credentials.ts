import { fallbacksOf } from '../../blocks/exits.js'
import { definitionOf } from '../../blocks/registry.js'
import type { Block } from '../../blocks-schema/block.js'
import { integrationOf } from '../../integrations/registry.js'
import { credentialsKeys } from '../references.js'
import type { Rule } from '../rule.js'

export const missingCredentials: Rule = {
  id: 'missing-credentials',
  severity: 'error',
  summary: 'A block that needs credentials has none, or ones that the workspace does not have',
  *find({ blocks }, { credentialsIds }) {
    for (const { block, place } of blocks) {
      for (const [index, { credentialsId }] of fallbacksOf(block).entries()) {
        if (credentialsId === undefined || isFine(block, credentialsId, credentialsIds)) continue
        yield {
          place: { ...place, path: `${place.path}.fallbacks.${index}.credentialsId` },
          message: 'The credentials of a fallback model are not in this workspace: choose others.',
        }
      }
      for (const key of credentialsKeys) {
        const id = optionOf(block, key)
        if (
          id === undefined
            ? key !== 'credentialsId' || !needsCredentials(block.type)
            : isFine(block, id, credentialsIds)
        )
          continue
        const path = `${place.path}.options.${key}`
        const message = id === undefined ? 'It needs credentials' : 'Its credentials are not in this workspace'
        yield { place: { ...place, path }, message: `This block cannot work. ${message}: choose some.` }
      }
    }
  },
}

/** Credentials that an instance has of its own need not be chosen. */
const needsCredentials = (type: string): boolean => {
  const credentials = definitionOf(type)?.credentials ?? integrationOf(type)?.credentials
  return credentials !== undefined && !credentials.isOptional
}

const optionOf = (block: Block, key: string): string | undefined => {
  const options = ('options' in block ? block.options : undefined) as Record<string, unknown> | undefined
  const id = options?.[key]
  return typeof id === 'string' && id !== '' ? id : undefined
}

const isFine = (block: Block, id: string, known: ReadonlySet<string> | undefined): boolean =>
  known === undefined || known.has(id) || id === definitionOf(block.type)?.credentials?.default?.value
