import type { Block } from '../../blocks-schema/block.js'
import { fallbacksOf } from '../../exits.js'
import type { Rule } from '../rule.js'

export const closedToModels: Rule = {
  id: 'closed-to-models',
  severity: 'error',
  summary: 'A block uses a language model or a voice that its workspace or the operator lets nothing be sent to',
  *find({ blocks }, { refusedCredentialsIds }) {
    if (!refusedCredentialsIds?.size) return
    for (const { block, location } of blocks) {
      const id = credentialsOf(block)
      if (id === undefined || block.isMuted === true || !refusedCredentialsIds.has(id)) continue
      if (fallbacksOf(block).some(({ credentialsId = id }) => !refusedCredentialsIds.has(credentialsId))) continue
      yield {
        location: { ...location, path: `${location.path}.options.credentialsId` },
        message:
          'Nothing may be sent to the service of this account, so the block fails. Choose an account of a model that the operator runs, or remove the block.',
      }
    }
  },
}

function credentialsOf(block: Block): string | undefined {
  const { credentialsId } = ('options' in block ? (block.options ?? {}) : {}) as { credentialsId?: unknown }
  return typeof credentialsId === 'string' ? credentialsId : undefined
}
