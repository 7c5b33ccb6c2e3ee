import { html, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5'
import { type DocumentLimits, UnreadableDocument } from './document.js'

/** A node of a page. Children are linked, so that moving one takes the same time wherever it is; comments and attributes are forgotten. */
export class PageNode {
  readonly name: string
  readonly namespace: html.NS
  readonly attributes: Token.Attribute[]
  /** Text of a `#text`. */
  text = ''
  parent: PageNode | null = null
  first: PageNode | null = null
  last: PageNode | null = null
  next: PageNode | null = null
  previous: PageNode | null = null
  /** Content of a `template`. */
  content: PageNode | null = null

  /** `name`: tag name, or `#text`, `#comment`, `#document`, `#fragment`. */
  constructor(name: string, namespace: html.NS = html.NS.HTML, attributes: Token.Attribute[] = []) {
    this.name = name
    this.namespace = namespace
    this.attributes = attributes
  }
}

type PageNodes = TreeAdapterTypeMap<
  PageNode,
  PageNode,
  PageNode,
  PageNode,
  PageNode,
  PageNode,
  PageNode,
  PageNode,
  PageNode,
  PageNode
>

type TreeLimits = Pick<DocumentLimits, 'documentElements' | 'documentDepth'>

/** Times that a node may be moved, per element that a page may have: closing tags in the wrong order move nodes. */
const movesPerElement = 10

/**
 * Returns a tree adapter that throws an `UnreadableDocument` beyond the limits. The number of elements needs one, because the parser
 * opens formatting elements again in each paragraph that follows; depth, because it looks through all open elements at each tag.
 */
export function pageTree({ documentElements, documentDepth }: TreeLimits): TreeAdapter<PageNodes> {
  let elements = 0
  let moves = 0
  let depth = 0
  let mode = html.DOCUMENT_MODE.NO_QUIRKS
  const refuse = (what: string): never => {
    throw new UnreadableDocument(`The page cannot be read: ${what}`)
  }
  const attach = (parent: PageNode, node: PageNode, before: PageNode | null) => {
    moves += 1
    if (moves > documentElements * movesPerElement) refuse('too many tags are closed in the wrong order.')
    insert(parent, node, before)
  }
  /** Adds text to the text before a node, or as a new text. */
  const write = (parent: PageNode, text: string, before: PageNode | null) => {
    const neighbour = before ? before.previous : parent.last
    if (neighbour?.name === '#text') neighbour.text += text
    else insert(parent, textNode(text), before)
  }
  return {
    createDocument: () => new PageNode('#document'),
    createDocumentFragment: () => new PageNode('#fragment'),
    createCommentNode: () => new PageNode('#comment'),
    createTextNode: textNode,
    createElement(name, namespace, attributes) {
      elements += 1
      if (elements > documentElements)
        refuse(`it has more than ${documentElements} elements, or unclosed ones that repeat in each paragraph.`)
      return new PageNode(name, namespace, attributes)
    },
    appendChild: (parent, node) => attach(parent, node, null),
    insertBefore: attach,
    insertText: (parent, text) => write(parent, text, null),
    insertTextBefore: write,
    detachNode: detach,
    onItemPush() {
      depth += 1
      if (depth > documentDepth) refuse(`elements nest more than ${documentDepth} levels deep. Close every element.`)
    },
    onItemPop() {
      depth -= 1
    },
    setTemplateContent(template, content) {
      template.content = content
    },
    getTemplateContent: (template) => template.content ?? template,
    setDocumentMode(_, of) {
      mode = of
    },
    getDocumentMode: () => mode,
    getFirstChild: (node) => node.first,
    getParentNode: (node) => node.parent,
    getChildNodes: (node) => [...childrenOf(node)],
    getTagName: ({ name }) => name,
    getNamespaceURI: ({ namespace }) => namespace,
    getAttrList: ({ attributes }) => attributes,
    getTextNodeContent: ({ text }) => text,
    getCommentNodeContent: () => '',
    isTextNode: (node): node is PageNode => node.name === '#text',
    isCommentNode: (node): node is PageNode => node.name === '#comment',
    isElementNode: (node): node is PageNode => !node.name.startsWith('#'),
    isDocumentTypeNode: (_): _ is PageNode => false,
    adoptAttributes() {},
    setDocumentType() {},
    getDocumentTypeNodeName: () => '',
    getDocumentTypeNodePublicId: () => '',
    getDocumentTypeNodeSystemId: () => '',
    getNodeSourceCodeLocation: () => null,
    setNodeSourceCodeLocation() {},
    updateNodeSourceCodeLocation() {},
  }
}

/** Yields the children of a node in their order. */
export function* childrenOf(node: PageNode): Generator<PageNode> {
  for (let child = node.first; child; child = child.next) yield child
}

function textNode(text: string): PageNode {
  const node = new PageNode('#text')
  node.text = text
  return node
}

function insert(parent: PageNode, node: PageNode, before: PageNode | null): void {
  node.parent = parent
  node.next = before
  node.previous = before ? before.previous : parent.last
  if (node.previous) node.previous.next = node
  else parent.first = node
  if (before) before.previous = node
  else parent.last = node
}

function detach(node: PageNode): void {
  const { parent, previous, next } = node
  if (!parent) return
  if (previous) previous.next = next
  else parent.first = next
  if (next) next.previous = previous
  else parent.last = previous
  node.parent = node.previous = node.next = null
}
