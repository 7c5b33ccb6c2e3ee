type Loose = Record<string, unknown>

/** The text of rich text, without formatting. */
export function plainText(nodes: unknown): string {
  if (!Array.isArray(nodes)) return ''
  const words = (node: Loose): string =>
    typeof node.text === 'string' ? node.text : Array.isArray(node.children) ? node.children.map(words).join('') : ''
  return nodes.map(words).filter(Boolean).join(' ')
}

const styles = ['bold', 'italic', 'strikethrough', 'code']

/** True if a part of rich text is in a style. */
export function hasStyles(nodes: unknown): boolean {
  if (!Array.isArray(nodes)) return false
  return nodes.some((node: Loose) => styles.some((style) => node[style] === true) || hasStyles(node.children))
}
