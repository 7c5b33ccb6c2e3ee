import { nestedReferences } from '../../blocks/nested-references.js'
import {
  knowledgeBaseKey,
  knowledgeBaseOf,
  namesKnowledgeBase,
} from '../../integrations/knowledge/knowledge-base-option.js'
import type { Rule } from '../rule.js'

export const missingKnowledgeBase: Rule = {
  id: 'missing-knowledge-base',
  severity: 'error',
  summary: 'A block that looks something up names no knowledge base, or one that the workspace does not have',
  *find({ blocks }, { knowledgeBaseIds }) {
    for (const { block, location } of blocks) {
      for (const { path, to, id } of nestedReferences(block)) {
        if (to !== 'knowledge base' || knowledgeBaseIds === undefined || knowledgeBaseIds.has(id)) continue
        yield {
          location: { ...location, path: `${location.path}.${path.join('.')}` },
          message: 'The knowledge base of a tool is not in this workspace: choose another one.',
        }
      }
      if (!namesKnowledgeBase(block)) continue
      const id = knowledgeBaseOf(block)
      if (id !== undefined && (knowledgeBaseIds === undefined || knowledgeBaseIds.has(id))) continue
      yield {
        location: { ...location, path: `${location.path}.options.${knowledgeBaseKey}` },
        message:
          id === undefined
            ? 'This block needs a knowledge base. Choose one.'
            : 'The knowledge base of this block is not in this workspace. Choose another one.',
      }
    }
  },
}
