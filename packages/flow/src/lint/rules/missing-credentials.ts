import { nestedReferences } from '../../blocks/nested-references.js'
import { definitionOf } from '../../blocks/registry.js'
import type { Block } from '../../blocks-schema/block.js'
import { fallbacksOf } from '../../exits.js'
import { integrationOf } from '../../integrations/registry.js'
import { credentialsKeys } from '../references.js'
import type { Rule } from '../rule.js'

export const missingCredentials: Rule = {
  id: 'missing-credentials',
  severity: 'error',
  summary: 'A block that needs credentials has none, or ones that the workspace does not have',
  *find({ blocks }, { credentialsIds }) {
    for (const { block, location } of blocks) {
      for (const [index, { credentialsId }] of fallbacksOf(block).entries()) {
        if (credentialsId === undefined || isFine(block, credentialsId, credentialsIds)) continue
        yield {
          location: { ...location, path: `${location.path}.fallbacks.${index}.credentialsId` },
          message: 'The credentials of a fallback model are not in this workspace: choose others.',
        }
      }
      for (const { path, to, id } of nestedReferences(block)) {
        if (to !== 'credentials' || isFine(block, id, credentialsIds)) continue
        yield {
          location: { ...location, path: `${location.path}.${path.join('.')}` },
          message: 'The credentials of a tool are not in this workspace: choose others.',
        }
      }
      for (const key of credentialsKeys) {
        const id = optionOf(block, key)
        if (id === undefined ? key !== 'credentialsId' || !needsCredentials(block) : isFine(block, id, credentialsIds))
          continue
        const path = `${location.path}.options.${key}`
        const label = (definitionOf(block.type) ?? integrationOf(block.type))?.label ?? block.type
        const message =
          id === undefined
            ? `${label} needs an account. Choose one.`
            : `The account of ${label} is not in this workspace. Choose another one.`
        yield { location: { ...location, path }, message }
      }
    }
  },
}

/** Credentials that the instance itself has need not be selected. */
const needsCredentials = (block: Block): boolean => {
  const { type } = block
  const definition = definitionOf(type)
  const service = definition?.runsOn?.(block)?.service ?? type
  const credentials = definition?.credentials ?? integrationOf(service)?.credentials
  return credentials !== undefined && !credentials.isOptional
}

const optionOf = (block: Block, key: string): string | undefined => {
  const options = ('options' in block ? block.options : undefined) as Record<string, unknown> | undefined
  const id = options?.[key]
  return typeof id === 'string' && id !== '' ? id : undefined
}

const isFine = (block: Block, id: string, known: ReadonlySet<string> | undefined): boolean =>
  known === undefined || known.has(id) || id === definitionOf(block.type)?.credentials?.default?.value
