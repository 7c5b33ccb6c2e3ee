type Loose = Record<string, unknown>

const styles = ['bold', 'italic', 'strikethrough', 'code']

/** True if a part of rich text is in a style. */
export function hasStyles(nodes: unknown): boolean {
  if (!Array.isArray(nodes)) return false
  return nodes.some((node: Loose) => styles.some((style) => node[style] === true) || hasStyles(node.children))
}
