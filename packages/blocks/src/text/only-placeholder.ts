import type { Block } from '@colloquy/flow'

/** The placeholder that is all of a text bubble: one paragraph with one text. */
export function onlyPlaceholder(block: Block): string | undefined {
  if (block.type !== 'text') return undefined
  const nodes = block.content?.richText as unknown
  const [paragraph, ...others] = Array.isArray(nodes) ? nodes : []
  const [leaf, ...more] = Array.isArray(paragraph?.children) ? paragraph.children : []
  if (others.length > 0 || more.length > 0 || typeof leaf?.text !== 'string') return undefined
  return leaf.text.trim()
}
