import { isObject } from '../../json.js'
import type { Rule } from '../rule.js'

export const emptyText: Rule = {
  id: 'empty-text',
  severity: 'warning',
  summary: 'A text bubble has no text',
  *find({ blocks }) {
    for (const { block, place } of blocks) {
      if (block.type !== 'text' || saysSomething(block.content?.richText ?? [])) continue
      // Old files hold text in forms that are kept, but not shown.
      const isOld = !block.content?.richText && (block.content?.html || block.content?.plainText)
      const message = isOld
        ? 'The text of this bubble is in an old form that is not shown: write it again.'
        : 'This bubble has no text: write one, or remove it.'
      yield { place, message }
    }
  },
}

const saysSomething = (node: unknown): boolean => {
  if (Array.isArray(node)) return node.some(saysSomething)
  if (!isObject(node)) return false
  return (typeof node.text === 'string' && node.text.trim() !== '') || saysSomething(node.children)
}
