import type { RichTextElement, RichTextLeaf, RichTextNode, TextMessageContent } from '@colloquy/chat'
import { richTextOfMarkdown } from './markdown.js'
import { expand, type Lookup, singlePlaceholder, splitAtPlaceholders } from './template.js'

/**
 * Expands the placeholders of rich text. Values are read as Markdown, so that one variable may contain several paragraphs; the source of
 * inline code that failed is plain text.
 */
export function renderRichText(nodes: readonly unknown[], source: { valueByName: Lookup }): RichTextNode[] {
  return nodes.flatMap((node) => renderNode(node, source.valueByName))
}

/** The content of a text message in the format that the client requested. */
export function textContent(richText: RichTextNode[], format: 'richText' | 'markdown'): TextMessageContent {
  const plainText = richTextToPlainText(richText)
  if (format === 'markdown') return { type: 'markdown', markdown: richTextToMarkdown(richText), plainText }
  return { type: 'richText', richText, html: richTextToHtml(richText), plainText }
}

function renderNode(node: unknown, lookup: Lookup): RichTextNode[] {
  if (!node || typeof node !== 'object') return []
  if (isLeaf(node)) return renderLeaf(node, lookup)
  const { children, ...rest } = node as RichTextElement
  const list = Array.isArray(children) ? children : []
  const only = list.length === 1 ? list[0] : undefined
  const rendered = list.flatMap((child) => renderNode(child, lookup))
  if (rest.type !== 'a' && only && isLeaf(only) && singlePlaceholder(only.text)) return rendered
  const element = { ...rest, children: rendered } as RichTextElement
  if (typeof rest.url === 'string') element.url = expand(rest.url, lookup)
  return [element]
}

function renderLeaf(leaf: RichTextLeaf, lookup: Lookup): RichTextNode[] {
  if (!leaf.text.includes('{{')) return [{ ...leaf }]
  const { text, ...style } = leaf
  const parts = splitAtPlaceholders(text, lookup)
  const isStyled = Object.keys(style).length > 0
  const [first] = parts
  if (parts.length === 1 && first && !isStyled) {
    if ('value' in first) return richTextOfMarkdown(first.value)
    if ('source' in first) return [{ type: 'p', children: [{ text: first.source }] }]
  }
  return parts.flatMap((part): RichTextNode[] => {
    if ('text' in part) return [{ ...style, text: part.text }]
    if ('source' in part) return [{ ...style, text: part.source }]
    return leavesOf(richTextOfMarkdown(part.value)).map((value) => ({ ...style, ...value }))
  })
}

/** Elements flattened to their leaves and links; an empty paragraph becomes a blank line. */
function leavesOf(nodes: readonly RichTextNode[]): RichTextNode[] {
  return nodes.flatMap((node): RichTextNode[] => {
    if (isLeaf(node)) return [node]
    if (node.type === 'a') return [node]
    const leaves = leavesOf(node.children)
    return node.type === 'p' && leaves.every((leaf) => isLeaf(leaf) && leaf.text === '') ? [{ text: '\n\n' }] : leaves
  })
}

function isLeaf(node: object): node is RichTextLeaf {
  return typeof (node as RichTextLeaf).text === 'string'
}

/** Rich text as plain text: one line per paragraph. */
export function richTextToPlainText(nodes: readonly RichTextNode[]): string {
  return blocksOf(nodes, (node) => (isLeaf(node) ? node.text : inline(node.children, plainInline))).join('\n')
}

function plainInline(node: RichTextNode): string {
  return isLeaf(node) ? node.text : inline(node.children, plainInline)
}

/** Rich text as Markdown. Text is never escaped: Markdown typed by an author or a visitor stays Markdown. */
export function richTextToMarkdown(nodes: readonly RichTextNode[]): string {
  return marked(nodes, { strikethrough: '~~', bold: '**', link: (text, url) => `[${text}](${url})` })
}

/** Rich text with the formatting of a messaging app, which supports neither underline nor link texts. */
export function richTextToMessagingText(nodes: readonly RichTextNode[]): string {
  return marked(nodes, { strikethrough: '~', bold: '*', link: (text, url) => `${text} (${url})` })
}

interface Marks {
  strikethrough: string
  bold: string
  link(text: string, url: string): string
}

function marked(nodes: readonly RichTextNode[], marks: Marks): string {
  const print = (node: RichTextNode): string => {
    if (isLeaf(node)) return markLeaf(node, marks)
    const text = inline(node.children, print)
    if (node.type !== 'a') return text
    return text === '' || text === node.url ? (node.url ?? '') : marks.link(text, node.url ?? '')
  }
  return blocksOf(nodes, print).join('\n').replace(/\n$/, '')
}

function markLeaf(leaf: RichTextLeaf, { strikethrough, bold }: Marks): string {
  const core = leaf.text.trim()
  if (core === '') return leaf.text
  const start = leaf.text.indexOf(core)
  let marked = core
  if (leaf.code) marked = `\`${marked}\``
  if (leaf.strikethrough) marked = `${strikethrough}${marked}${strikethrough}`
  if (leaf.italic) marked = `_${marked}_`
  if (leaf.bold) marked = `${bold}${marked}${bold}`
  return leaf.text.slice(0, start) + marked + leaf.text.slice(start + core.length)
}

/** Rich text as HTML: everything escaped, links only with a scheme that cannot run code. */
export function richTextToHtml(nodes: readonly RichTextNode[]): string {
  return nodes.map(htmlOf).join('')
}

const tags: Record<string, string> = { p: 'p', ol: 'ol', ul: 'ul', li: 'li', lic: 'span' }

function htmlOf(node: RichTextNode): string {
  if (isLeaf(node)) {
    let html = escapeHtml(node.text).replaceAll('\n', '<br>')
    if (node.underline) html = `<u>${html}</u>`
    if (node.italic) html = `<em>${html}</em>`
    if (node.bold) html = `<strong>${html}</strong>`
    return html
  }
  const inner = node.children.map(htmlOf).join('')
  if (node.type === 'a') return isSafeLink(node.url) ? `<a href="${escapeHtml(node.url)}">${inner}</a>` : inner
  const tag = tags[node.type] ?? 'div'
  return `<${tag}>${inner}</${tag}>`
}

function isSafeLink(url: unknown): url is string {
  return typeof url === 'string' && /^(https?:|mailto:|tel:|sms:)/i.test(url)
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

function inline(nodes: readonly RichTextNode[], print: (node: RichTextNode) => string): string {
  return nodes.map(print).join('')
}

/** One entry per line: paragraphs, list items with their markers, and runs of bare leaves. */
function blocksOf(nodes: readonly RichTextNode[], print: (node: RichTextNode) => string): string[] {
  const lines: string[] = []
  let run: string | undefined
  for (const node of nodes) {
    if (isLeaf(node) || node.type === 'a') {
      run = (run ?? '') + print(node)
      continue
    }
    if (run !== undefined) lines.push(run)
    run = undefined
    if (node.type === 'ol' || node.type === 'ul') {
      for (const [index, item] of node.children.entries())
        lines.push(`${node.type === 'ol' ? `${index + 1}.` : '-'} ${print(item)}`)
    } else if (node.children.some((child) => !isLeaf(child) && child.type !== 'a'))
      for (const line of blocksOf(node.children, print)) lines.push(line)
    else lines.push(print(node))
  }
  if (run !== undefined) lines.push(run)
  return lines
}
