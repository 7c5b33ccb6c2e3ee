import type { RichTextNode } from '@colloquy/chat'

/** The subset of Markdown that models write, as rich text: paragraphs, lists, headings, code, bold, italic and links. */
export function streamedNodes(text: string): RichTextNode[] {
  const nodes: RichTextNode[] = []
  for (const [index, part] of text.split('```').entries()) {
    if (index % 2 === 1) nodes.push({ type: 'code_block', children: [{ text: part.replace(/^\w*\n/, '') }] })
    else nodes.push(...blocksOf(part))
  }
  return nodes
}

/** The text of rich text, without marks and addresses, with a line for each paragraph and list item. */
export function plainTextOf(nodes: readonly RichTextNode[]): string {
  return nodes.reduce((text, node, index) => {
    const own = 'children' in node ? plainTextOf(node.children as RichTextNode[]) : String(node.text ?? '')
    return text + (index > 0 && isBlock(node) ? '\n' : '') + own
  }, '')
}

const isBlock = (node: RichTextNode) => 'children' in node && node.type !== 'a'

/** An incomplete text with its last marks closed or removed, so that the visible part does not change its look once they are complete. */
export function withClosedMarks(text: string): string {
  const start = text.lastIndexOf('\n') + 1
  const before = text.slice(0, start)
  const isInCode = (before.split('```').length - 1) % 2 === 1
  const line = text.slice(start)
  if (/^\s*`{1,2}$/.test(line)) return before
  if (isInCode || line.includes('```')) return text
  const marked = withoutOpenLink(line.replace(/^\s*([-*+]|\d{1,9}[.)]|#{1,6})$/, '')).replace(/\[([^[\]]*)\]?$/, '$1')
  return before + closed(closed(closed(marked, '`'), '**'), '*')
}

/** Shows the text of a last link whose address is incomplete. */
function withoutOpenLink(line: string): string {
  const end = line.lastIndexOf('](')
  const start = line.lastIndexOf('[', end)
  if (end <= start + 1 || start < 0 || line.includes(')', end)) return line
  return line.slice(0, start) + line.slice(start + 1, end)
}

/** Adds a missing closing mark, or removes an opening mark that nothing follows yet. */
function closed(line: string, mark: string): string {
  const rest = mark === '*' ? line.replaceAll('**', '  ').replace(/^\s*\* /, '  ') : line
  if (rest.split(mark).length % 2 === 1) return line
  if (line.endsWith(mark)) return line.slice(0, -mark.length)
  // Half of the closing mark has arrived.
  if (mark === '**' && line.endsWith('*')) return `${line}*`
  return line + mark
}

function blocksOf(text: string): RichTextNode[] {
  const nodes: RichTextNode[] = []
  for (const line of text.split('\n')) {
    const texts = line.trimStart()
    const [mark = ''] = /^([-*+] |\d{1,9}[.)] |#{1,6} )/.exec(texts) ?? []
    const rest = texts.slice(mark.length)
    const type = /^\d/.test(mark) ? 'ol' : mark.startsWith('#') ? 'h3' : mark ? 'ul' : 'p'
    const children = leavesOf(rest)
    const last = nodes.at(-1) as { type?: string; children: RichTextNode[] } | undefined
    if (type === 'ol' || type === 'ul') {
      if (last?.type === type) last.children.push({ type: 'li', children })
      else nodes.push({ type, children: [{ type: 'li', children }] })
    } else if (rest !== '' || (last && last.type === 'p')) nodes.push({ type, children })
  }
  return nodes
}

const inline = /\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\b_([^_]+)_\b|`([^`]+)`|\[([^[\]]+)\]\(((?:[^()\s]|\([^()\s]*\))+)\)/g

function leavesOf(text: string): RichTextNode[] {
  const leaves: RichTextNode[] = []
  let at = 0
  for (const found of text.matchAll(inline)) {
    const [whole, bold, star, line, code, label, url] = found
    if (found.index > at) leaves.push({ text: text.slice(at, found.index) })
    if (bold) leaves.push({ text: bold, bold: true })
    else if (star || line) leaves.push({ text: star ?? line ?? '', italic: true })
    else if (code) leaves.push({ text: code, code: true })
    else leaves.push({ type: 'a', url: url ?? '', children: [{ text: label ?? '' }] })
    at = found.index + whole.length
  }
  return [...leaves, { text: text.slice(at) }].filter(
    (leaf) => !('text' in leaf) || leaf.text !== '' || leaves.length === 0,
  )
}
