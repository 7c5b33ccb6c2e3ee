import type { Block } from '@colloquy/flow'

/** The only content of a text bubble, if it is one placeholder: one paragraph with one text. */
export function onlyPlaceholder(block: Block): string | undefined {
  if (block.type !== 'text') return undefined
  const nodes = block.content?.richText as unknown
  const [paragraph, ...others] = Array.isArray(nodes) ? nodes : []
  const [leaf, ...more] = Array.isArray(paragraph?.children) ? paragraph.children : []
  if (others.length > 0 || more.length > 0 || typeof leaf?.text !== 'string') return undefined
  return leaf.text.trim()
}
