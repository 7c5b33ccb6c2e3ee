import type { Message } from '@colloquy/chat'

/** Formats a message as lines of plain text for a terminal. `styled` adds bold and italic, which the terminal has to support. */
export function showMessage(message: Message, styled = false): string {
  switch (message.type) {
    case 'text':
      return message.content.type === 'markdown'
        ? message.content.markdown
        : showRichText(message.content.richText, styled)
    case 'image':
    case 'video':
    case 'audio':
    case 'embed':
    case 'custom-embed':
      return `[${message.type}] ${message.content.url ?? ''}`.trim()
  }
}

/** The parts of rich text that a terminal can show; other parts of a node are ignored. */
interface Node {
  type?: string
  text?: string
  bold?: boolean
  italic?: boolean
  underline?: boolean
  url?: string
  start?: number
  children?: Node[]
}

const showRichText = (nodes: unknown, styled: boolean): string => showNodes(nodes as Node[], styled)

/** Each block starts a new line; text and links continue the line. */
function showNodes(nodes: readonly Node[], styled: boolean): string {
  return nodes
    .map((node, index) => {
      const isInLine = index === 0 || !(isBlock(node) || isBlock(nodes[index - 1] ?? node))
      return (isInLine ? '' : '\n') + showNode(node, styled)
    })
    .join('')
}

function showNode(node: Node, styled: boolean): string {
  if (typeof node.text === 'string') return styled ? withMarks(node.text, node) : node.text
  const children = node.children ?? []
  if (node.type === 'ul') return children.map((item) => showItem(item, '•', styled)).join('\n')
  if (node.type === 'ol')
    return children.map((item, index) => showItem(item, `${(node.start ?? 1) + index}.`, styled)).join('\n')
  const text = showNodes(children, styled)
  return node.type === 'a' && node.url && node.url !== text ? `${text} (${node.url})` : text
}

/** Further lines of an item are indented below its first one. */
function showItem(item: Node, mark: string, styled: boolean): string {
  const indent = ' '.repeat(mark.length + 1)
  return `  ${mark} ${showNode(item, styled).replaceAll('\n', `\n${indent}`)}`
}

/** Text and links are inline; every other node starts a new line. */
const isBlock = (node: Node): boolean => node.text === undefined && node.type !== 'a'

function withMarks(text: string, { bold, italic, underline }: Node): string {
  const codes = [bold && 1, italic && 3, underline && 4].filter(Boolean)
  return codes.length === 0 || text === '' ? text : `\u001b[${codes.join(';')}m${text}\u001b[0m`
}
