import { definitionOf } from '../../blocks/registry.js'
import { isObject } from '../../json.js'
import type { Rule } from '../rule.js'

export const emptyText: Rule = {
  id: 'empty-text',
  severity: 'warning',
  summary: 'A text bubble has no text',
  *find({ blocks }) {
    for (const { block, location } of blocks) {
      const richText = definitionOf(block.type)?.richText?.(block)
      if (richText === undefined || saysSomething(richText)) continue
      // Old files contain text in formats that are kept, but not shown.
      const content = 'content' in block && isObject(block.content) ? block.content : {}
      const isOld = !content.richText && (content.html || content.plainText)
      const message = isOld
        ? 'The text of this bubble is in an old form that is not shown: write it again.'
        : 'This bubble has no text: write one, or remove it.'
      yield { location, message }
    }
  },
}

const saysSomething = (node: unknown): boolean => {
  if (Array.isArray(node)) return node.some(saysSomething)
  if (!isObject(node)) return false
  return (typeof node.text === 'string' && node.text.trim() !== '') || saysSomething(node.children)
}
