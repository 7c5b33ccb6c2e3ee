import type { TextMarks } from '@colloquy/channels'
import type { RichTextElement, RichTextLeaf, RichTextNode, TextMessageContent } from '@colloquy/chat'
import { type Effectful, pause } from './effect.js'
import { expand, type Lookup, singlePlaceholder, splitAtPlaceholders } from './template.js'

/**
 * Expands the placeholders of rich text. Values are read as Markdown, so that one variable may contain several paragraphs; the source of
 * inline code that failed is plain text.
 */
export function* renderRichText(nodes: readonly unknown[], source: RichTextSource): Effectful<RichTextNode[]> {
  const rendered: RichTextNode[] = []
  for (const node of nodes) append(rendered, yield* renderSiblings([node], source))
  return rendered
}

function* renderSiblings(nodes: readonly unknown[], source: RichTextSource): Effectful<RichTextNode[]> {
  const rendered: RichTextNode[] = []
  const last = nodes.length - 1
  for (const [index, node] of nodes.entries()) {
    if (!node || typeof node !== 'object') continue
    const location = { isFirst: index === 0, isLast: index === last }
    if (!isLeaf(node)) append(rendered, yield* renderElement(node as RichTextElement, source))
    else if (node.text.includes('{{')) append(rendered, yield* renderLeaf(node, source, location))
    else rendered.push({ ...node })
  }
  return rendered
}

/** The turn in which rich text is rendered. */
interface RichTextSource {
  readonly valueByName: Lookup
  readonly isPauseDue: boolean
  readMarkdown(text: string): RichTextNode[]
}

/** The content of a text message in the format that the client requested. */
export function textContent(richText: RichTextNode[], format: 'richText' | 'markdown'): TextMessageContent {
  const plainText = richTextToPlainText(richText)
  if (format === 'markdown') return { type: 'markdown', markdown: richTextToMarkdown(richText), plainText }
  return { type: 'richText', richText, html: richTextToHtml(richText), plainText }
}

/** Position of a node among the children of its parent. */
interface Location {
  isFirst: boolean
  isLast: boolean
}

function* renderElement(node: RichTextElement, source: RichTextSource): Effectful<RichTextNode[]> {
  const { children, ...rest } = node
  const list = Array.isArray(children) ? children : []
  const rendered = yield* renderSiblings(list, source)
  const isLink = rest.type === 'a'
  const only = list.length === 1 ? list[0] : undefined
  if (!isLink && only && isLeaf(only) && singlePlaceholder(only.text)) return rendered
  const element = { ...rest, children: isLink ? leavesOf(rendered, {}) : rendered } as RichTextElement
  if (typeof rest.url === 'string') element.url = expand(rest.url, source.valueByName)
  return [element]
}

/** A value that is all of its paragraph may bring paragraphs and lists. Values inside a line become leaves. */
function* renderLeaf(
  leaf: RichTextLeaf,
  source: RichTextSource,
  { isFirst, isLast }: Location,
): Effectful<RichTextNode[]> {
  const { text, ...style } = leaf
  const parts = splitAtPlaceholders(text, source.valueByName)
  const isStyled = Object.keys(style).length > 0
  const [first] = parts
  if (isFirst && isLast && parts.length === 1 && first && !isStyled) {
    if ('value' in first) return source.readMarkdown(first.value)
    if ('source' in first) return [{ type: 'p', children: [{ text: first.source }] }]
  }
  const leaves: RichTextNode[] = []
  let isAtStart = isFirst
  let isAfterBlock = false
  for (const part of parts) {
    if (source.isPauseDue) yield* pause()
    const nodes = 'value' in part ? source.readMarkdown(part.value) : [leafOf(part, isAfterBlock)]
    if (nodes.length === 0) continue
    if (!isAtStart && (isAfterBlock || hasOwnLine(nodes[0])) && !endsLine(leaves.at(-1))) leaves.push(lineBreak)
    append(leaves, leavesOf(nodes, style))
    isAfterBlock = hasOwnLine(nodes.at(-1))
    isAtStart = false
  }
  if (isAfterBlock && !isLast) leaves.push(lineBreak)
  return leaves
}

/** A text that begins a line needs no space before it. */
function leafOf(part: { text: string } | { source: string }, beginsLine: boolean): RichTextLeaf {
  const text = 'text' in part ? part.text : part.source
  return { text: beginsLine ? text.replace(/^ +/, '') : text }
}

const lineBreak: RichTextLeaf = { text: '\n' }

function endsLine(node: RichTextNode | undefined): boolean {
  return node !== undefined && isLeaf(node) && node.text.endsWith('\n')
}

/** True for blocks that other text cannot continue on the same line. */
function hasOwnLine(node: RichTextNode | undefined): boolean {
  return node !== undefined && isBlock(node) && node.type !== 'p'
}

/**
 * Blocks flattened to leaves and links, with a line for each; an empty paragraph becomes a blank line. Line breaks and markers of lists
 * stay without the style.
 */
function leavesOf(nodes: readonly RichTextNode[], style: object, indent = ''): RichTextNode[] {
  const leaves: RichTextNode[] = []
  let isOnLine = false
  for (const node of nodes) {
    const isBlank = isBlankParagraph(node)
    if (isOnLine && isBlock(node) && !isBlank) leaves.push(lineBreak)
    if (isBlank) leaves.push({ ...style, text: '\n\n' })
    else if (!isBlock(node)) leaves.push({ ...style, ...node })
    else append(leaves, isList(node) ? leavesOfList(node, style, indent) : leavesOf(node.children, style, indent))
    isOnLine = !isBlank
  }
  return leaves
}

function leavesOfList(list: RichTextElement, style: object, indent: string): RichTextNode[] {
  return list.children.flatMap((item, index) => {
    const mark = `${indent}${markerOf(list, index)} `
    const content = leavesOf(isBlock(item) ? item.children : [item], style, ' '.repeat(mark.length))
    return [...(index > 0 ? [lineBreak] : []), { text: mark }, ...content]
  })
}

/** A value may have more nodes than a call can have arguments. */
function append<T>(list: T[], items: readonly T[]): void {
  for (const item of items) list.push(item)
}

function isBlankParagraph(node: RichTextNode): boolean {
  return !isLeaf(node) && node.type === 'p' && node.children.every((leaf) => isLeaf(leaf) && leaf.text === '')
}

function isBlock(node: RichTextNode): node is RichTextElement {
  return !isLeaf(node) && node.type !== 'a'
}

function isList(node: RichTextNode): node is RichTextElement & { type: 'ol' | 'ul' } {
  return !isLeaf(node) && (node.type === 'ol' || node.type === 'ul')
}

/** The marker of an item: its number, or a dash. */
function markerOf(list: RichTextElement, index: number): string {
  return list.type === 'ol' ? `${startOf(list) + index}.` : '-'
}

/** The number of the first item of an ordered list. */
function startOf({ start }: RichTextElement): number {
  return typeof start === 'number' ? start : 1
}

function isLeaf(node: object): node is RichTextLeaf {
  return typeof (node as RichTextLeaf).text === 'string'
}

/** Rich text as plain text: one line per paragraph and list item. */
export function richTextToPlainText(nodes: readonly RichTextNode[]): string {
  return linesOf(nodes, plain).join('\n')
}

/** Rich text as Markdown. Text is never escaped: Markdown typed by an author or a visitor stays Markdown. */
export function richTextToMarkdown(nodes: readonly RichTextNode[]): string {
  return linesOf(nodes, markdown).join('\n').replace(/\n$/, '')
}

/** Rich text with the marks of a messaging app, which supports neither underline nor link texts; plain if it has no marks. */
export function richTextToMessagingText(nodes: readonly RichTextNode[], marks: TextMarks | null): string {
  return linesOf(nodes, marks ? messaging(marks) : unmarked)
    .join('\n')
    .replace(/\n$/, '')
}

/** Writes the parts of rich text in one format. */
interface Format {
  leaf(leaf: RichTextLeaf): string
  link(text: string, url: string): string
  heading(line: string, level: number): string
  quote(line: string): string
  code(lines: string[]): string[]
  /** Quotes and lists continue in the next line unless a blank line ends them. */
  needsBlankLines: boolean
}

const plain: Format = {
  leaf: ({ text }) => text,
  link: (text) => text,
  heading: (line) => line,
  quote: (line) => line,
  code: (lines) => lines,
  needsBlankLines: false,
}

const fenced = (lines: string[]): string[] => ['```', ...lines, '```']

const markdown: Format = {
  leaf: (leaf) => markLeaf(leaf, { strikethrough: '~~', italic: '_', bold: '**', code: '`' }),
  link: (text, url) => (text === '' || text === url ? url : `[${text}](${url})`),
  heading: (line, level) => `${'#'.repeat(level)} ${line}`,
  quote: (line) => `> ${line}`,
  code: fenced,
  needsBlankLines: true,
}

const namedLink = (text: string, url: string): string => (text === '' || text === url ? url : `${text} (${url})`)

/** Text for apps that show marks as signs, with the addresses of links. */
const unmarked: Format = { ...plain, link: namedLink }

const messaging = (marks: TextMarks): Format => ({
  leaf: (leaf) => markLeaf(leaf, marks),
  link: namedLink,
  heading: (line) => (line.includes(marks.bold) || line.trim() === '' ? line : marks.bold + line + marks.bold),
  quote: (line) => `> ${line}`,
  code: fenced,
  needsBlankLines: false,
})

/** Marks each line by itself: marks that span lines are shown as signs. */
function markLeaf(leaf: RichTextLeaf, marks: TextMarks): string {
  return leaf.text
    .split('\n')
    .map((line) => markLine(line, leaf, marks))
    .join('\n')
}

function markLine(line: string, leaf: RichTextLeaf, marks: TextMarks): string {
  const core = line.trim()
  if (core === '') return line
  const start = line.indexOf(core)
  let marked = core
  if (leaf.code) marked = marks.code + marked + marks.code
  if (leaf.strikethrough) marked = `${marks.strikethrough}${marked}${marks.strikethrough}`
  if (leaf.italic) marked = marks.italic + marked + marks.italic
  if (leaf.bold) marked = `${marks.bold}${marked}${marks.bold}`
  return line.slice(0, start) + marked + line.slice(start + core.length)
}

/** Lines of blocks, of list items with their markers, and of runs of bare leaves. */
function linesOf(nodes: readonly RichTextNode[], format: Format): string[] {
  const lines: string[] = []
  let isContinued = false
  for (const block of blocksOf(nodes)) {
    const own = Array.isArray(block) ? inlineText(block, format).split('\n') : linesOfBlock(block, format)
    if (isContinued && format.needsBlankLines && own[0] !== '') lines.push('')
    for (const line of own) lines.push(line)
    isContinued = !Array.isArray(block) && (isList(block) || block.type === 'blockquote')
  }
  return lines
}

/** Blocks, and runs of what is inline between them. */
function blocksOf(nodes: readonly RichTextNode[]): (RichTextElement | RichTextNode[])[] {
  const blocks: (RichTextElement | RichTextNode[])[] = []
  for (const node of nodes) {
    const last = blocks.at(-1)
    if (isBlock(node)) blocks.push(node)
    else if (Array.isArray(last)) last.push(node)
    else blocks.push([node])
  }
  return blocks
}

function linesOfBlock(block: RichTextElement, format: Format): string[] {
  if (isList(block)) return block.children.flatMap((item, index) => linesOfItem(item, markerOf(block, index), format))
  const own = block.children.length === 0 ? [''] : linesOf(block.children, format)
  const level = headingLevel(block)
  if (level) return own.map((line) => format.heading(line, level))
  if (block.type === 'blockquote') return own.map((line) => format.quote(line))
  return block.type === 'code_block' ? format.code(own) : own
}

/** Further lines of an item are indented below its first one. */
function linesOfItem(item: RichTextNode, marker: string, format: Format): string[] {
  const [first = '', ...others] = linesOf(isBlock(item) ? item.children : [item], format)
  const indent = ' '.repeat(marker.length + 1)
  return [`${marker} ${first}`, ...others.map((line) => (line === '' ? line : indent + line))]
}

function headingLevel({ type }: RichTextElement): number | undefined {
  return /^h[1-6]$/.test(String(type)) ? Number(String(type)[1]) : undefined
}

function inlineText(nodes: readonly RichTextNode[], format: Format): string {
  return nodes
    .map((node) => (isLeaf(node) ? format.leaf(node) : format.link(inlineText(node.children, format), node.url ?? '')))
    .join('')
}

/** Rich text as HTML paragraphs and lists: everything escaped, links only with a scheme that cannot run code. */
export function richTextToHtml(nodes: readonly RichTextNode[]): string {
  return blocksOf(nodes)
    .map((block) => htmlOf(Array.isArray(block) ? { type: 'p', children: block } : block))
    .join('')
}

const tags: Record<string, string> = {
  ...{ p: 'p', ol: 'ol', ul: 'ul', li: 'li', lic: 'span', blockquote: 'blockquote', code_block: 'pre' },
  ...{ h1: 'h1', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h5', h6: 'h6' },
}

function htmlOf(node: RichTextNode): string {
  if (isLeaf(node)) {
    let html = escapeHtml(node.text).replaceAll('\n', '<br>')
    if (node.code) html = `<code>${html}</code>`
    if (node.strikethrough) html = `<s>${html}</s>`
    if (node.underline) html = `<u>${html}</u>`
    if (node.italic) html = `<em>${html}</em>`
    if (node.bold) html = `<strong>${html}</strong>`
    return html
  }
  const inner = node.children.map(htmlOf).join('')
  if (node.type === 'a') return isSafeLink(node.url) ? `<a href="${escapeHtml(node.url)}">${inner}</a>` : inner
  const tag = node.type === 'p' && node.children.some(isBlock) ? 'div' : (tags[node.type] ?? 'div')
  const start = node.type === 'ol' && startOf(node) !== 1 ? ` start="${startOf(node)}"` : ''
  return `<${tag}${start}>${tag === 'p' && inner === '' ? '<br>' : inner}</${tag}>`
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
