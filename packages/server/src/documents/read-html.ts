import { Parser, type TokenHandler, Tokenizer } from 'parse5'
import { type DocumentLimits, type Reading, type Section, UnreadableDocument } from './document.js'
import { HeadingPath } from './heading-path.js'
import { childrenOf, type PageNode, pageTree } from './page-tree.js'

/** Reads the text of a page, without its navigation, scripts and forms. */
export function readHtml(html: string, limits: DocumentLimits): Reading {
  const reader = new PageReader()
  reader.read(parsed(html, limits))
  return reader.end()
}

function parsed(html: string, limits: DocumentLimits): PageNode {
  const parser = new Parser({ treeAdapter: pageTree(limits) })
  parser.tokenizer = new BoundedTokenizer(parser, limits.documentAttributes)
  parser.tokenizer.write(html, true)
  return parser.document
}

/** Stops at a tag with too many attributes: each new one is compared with all before it. */
class BoundedTokenizer extends Tokenizer {
  readonly #max: number

  constructor(handler: TokenHandler, maxAttributes: number) {
    super({}, handler)
    this.#max = maxAttributes
  }

  protected override _leaveAttrName(): void {
    const { currentToken: token } = this
    if (token && 'attrs' in token && token.attrs.length >= this.#max)
      throw new UnreadableDocument(`The page cannot be read: an element has more than ${this.#max} attributes.`)
    super._leaveAttrName()
  }
}

class PageReader {
  readonly #sections: Section[] = []
  readonly #path = new HeadingPath()
  #texts: string[] = []
  #title: string | undefined

  read(node: PageNode): void {
    const { name } = node
    if (name === '#text') this.#texts.push(node.text.replace(/\s+/g, ' '))
    if (left.has(name)) return
    if (name === 'title') {
      this.#title ??= textOf(node) || undefined
      return
    }
    const [, level] = /^h([1-6])$/.exec(name) ?? []
    if (level !== undefined) {
      this.#endSection()
      this.#path.begin(Number(level), textOf(node))
      return
    }
    const breaks = paragraphs.has(name) ? '\n\n' : lines.has(name) ? '\n' : ''
    this.#texts.push(breaks)
    for (const child of childrenOf(node)) this.read(child)
    this.#texts.push(breaks)
  }

  end(): Reading {
    this.#endSection()
    return { ...(this.#title !== undefined && { title: this.#title }), sections: this.#sections }
  }

  #endSection(): void {
    const lines = this.#texts.join('').split('\n')
    const text = lines
      .map((line) => line.trim())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
    this.#texts = []
    if (text !== '') this.#sections.push({ path: this.#path.texts, text })
  }
}

/** Returns all text inside a node, in one line. */
function textOf(node: PageNode): string {
  const texts: string[] = []
  const collect = (inner: PageNode) => {
    if (inner.name === '#text') texts.push(inner.text)
    for (const child of childrenOf(inner)) collect(child)
  }
  collect(node)
  return texts.join('').replace(/\s+/g, ' ').trim()
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
