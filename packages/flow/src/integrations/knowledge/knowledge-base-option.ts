import { isObject } from '../../json.js'
import { actionOf, optionsOf } from '../registry.js'

/** The option of a block that names a knowledge base of the workspace. */
export const knowledgeBaseKey = 'knowledgeBaseId'

interface BlockLike {
  readonly type: string
  readonly options?: unknown
}

/** True if the action of a block searches a knowledge base. */
export function namesKnowledgeBase({ type, options }: BlockLike): boolean {
  const action = isObject(options) ? actionOf(type, options.action) : undefined
  return action !== undefined && knowledgeBaseKey in optionsOf(action)
}

/** The knowledge base that a block names. */
export function knowledgeBaseOf({ options }: BlockLike): string | undefined {
  const id = isObject(options) ? options[knowledgeBaseKey] : undefined
  return typeof id === 'string' && id !== '' ? id : undefined
}
