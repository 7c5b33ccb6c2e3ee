import { type DefaultTreeAdapterMap, parse } from 'parse5'
import { treesTo } from '../head-code/elements-of.js'
import type { Reading, Section } from './document.js'

type Node = DefaultTreeAdapterMap['node']

/** Parsing takes time for each open element at each tag, so pages that nest deeper are refused. */
const mostDepth = 500

/** Reads the text of a page, without its navigation, scripts and forms. */
export function readHtml(html: string): Reading {
  let document: Node
  try {
    document = parse(html, { treeAdapter: treesTo(mostDepth) })
  } catch (error) {
    return { problem: `The page cannot be read: ${error instanceof Error ? error.message : String(error)}` }
  }
  const reader = new PageReader()
  reader.read(document)
  return reader.end()
}

class PageReader {
  readonly #sections: Section[] = []
  readonly #path: { level: number; text: string }[] = []
  #texts: string[] = []
  #title: string | undefined

  read(node: Node): void {
    if (node.nodeName === '#text' && 'value' in node) this.#texts.push(node.value.replace(/\s+/g, ' '))
    if (!('childNodes' in node) || left.has(node.nodeName)) return
    if (node.nodeName === 'title') {
      this.#title ??= textOf(node) || undefined
      return
    }
    const [, level] = /^h([1-6])$/.exec(node.nodeName) ?? []
    if (level !== undefined) {
      this.#begin(Number(level), textOf(node))
      return
    }
    const breaks = paragraphs.has(node.nodeName) ? '\n\n' : lines.has(node.nodeName) ? '\n' : ''
    this.#texts.push(breaks)
    for (const child of node.childNodes) this.read(child)
    this.#texts.push(breaks)
  }

  end(): Reading {
    this.#endSection()
    return { ...(this.#title !== undefined && { title: this.#title }), sections: this.#sections }
  }

  #begin(level: number, text: string): void {
    this.#endSection()
    while (this.#path.length > 0 && this.#path.at(-1)!.level >= level) this.#path.pop()
    if (text !== '') this.#path.push({ level, text })
  }

  #endSection(): void {
    const lines = this.#texts.join('').split('\n')
    const text = lines
      .map((line) => line.trim())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
    this.#texts = []
    if (text !== '') this.#sections.push({ path: this.#path.map((heading) => heading.text), text })
  }
}

function textOf(node: Node): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textOf).join('').replace(/\s+/g, ' ').trim() : ''
}

/** Elements that do not contribute to the subject of a page. */
const left = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'nav',
  'footer',
  'form',
  'iframe',
  'button',
  'select',
])
const paragraphs = new Set(['p', 'div', 'section', 'article', 'ul', 'ol', 'dl', 'table', 'blockquote', 'pre', 'figure'])
const lines = new Set(['br', 'li', 'tr', 'dt', 'dd', 'td', 'th'])
