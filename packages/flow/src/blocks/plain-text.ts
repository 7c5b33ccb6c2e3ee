type Loose = Record<string, unknown>

/** The text of rich text, without formatting. */
export function plainText(nodes: unknown): string {
  if (!Array.isArray(nodes)) return ''
  const words = (node: Loose): string =>
    typeof node.text === 'string' ? node.text : Array.isArray(node.children) ? node.children.map(words).join('') : ''
  return nodes.map(words).filter(Boolean).join(' ')
}
