import type { RichTextNode } from '@colloquy/chat'
import type { Token, Tokens } from 'marked'
import { BoundedLexer, type MarkdownBudget } from './bounded-lexer.js'

/**
 * Converts Markdown to rich text nodes. A blank line between two blocks becomes an empty paragraph; single line breaks stay inside a leaf;
 * HTML is text. None of the Markdown library's own HTML is used. Beyond the budget,
 * which texts may share, Markdown stays as it is written.
 */
export function richTextOfMarkdown(markdown: string, budget?: MarkdownBudget): RichTextNode[] {
  if (markdown === '') return []
  if (!mayHoldMarkdown.test(markdown)) return [{ type: 'p', children: [{ text: markdown }] }]
  const nodes: RichTextNode[] = []
  for (const token of new BoundedLexer({ gfm: true }, budget).lex(markdown)) {
    if (token.type === 'space') {
      const blankLines = Math.max(0, (token.raw.match(/\n/g)?.length ?? 0) - 1)
      for (let i = 0; i < blankLines; i++) nodes.push({ type: 'p', children: [{ text: '' }] })
    } else nodes.push(...blockNodes(token))
  }
  return nodes
}

/** Most values are plain text and need no parser. */
const mayHoldMarkdown = /[\n\r\t*_`~[\]()#<>!|\\+-]|\d[.)]|https?:|www\.|@|&|=|:|^\s|\s$/

type Marks = { bold?: true; italic?: true; code?: true; strikethrough?: true }

function blockNodes(token: Token): RichTextNode[] {
  switch (token.type) {
    case 'paragraph':
    case 'text':
      return [
        {
          type: 'p',
          children: inlineNodes(token.tokens ?? [{ type: 'text', raw: token.raw, text: token.raw } as Token], {}),
        },
      ]
    case 'heading':
      return [{ type: `h${(token as Tokens.Heading).depth}`, children: inlineNodes(token.tokens ?? [], {}) }]
    case 'list': {
      const list = token as Tokens.List
      const start = list.ordered && list.start !== 1 && list.start !== '' ? { start: list.start } : {}
      return [{ type: list.ordered ? 'ol' : 'ul', ...start, children: list.items.map(listItem) }]
    }
    case 'blockquote':
      return [{ type: 'blockquote', children: (token.tokens ?? []).flatMap(blockNodes) }]
    case 'code':
      return [{ type: 'code_block', children: [{ text: (token as Tokens.Code).text }] }]
    default:
      return [{ type: 'p', children: [{ text: token.raw.replace(/(?<!\n)\n+$/, '') }] }]
  }
}

function listItem(item: Tokens.ListItem): RichTextNode {
  const children: RichTextNode[] = []
  let box: Token[] = []
  for (const token of item.tokens) {
    if (token.type === 'list') children.push(...blockNodes(token))
    else if (token.type === 'checkbox') box = [plain(token.raw)]
    else if (token.type !== 'space') {
      const content = ('tokens' in token && token.tokens) || [token]
      children.push({ type: 'lic', children: inlineNodes([...box, ...content], {}) })
      box = []
    }
  }
  return { type: 'li', children }
}

function inlineNodes(tokens: readonly Token[], marks: Marks): RichTextNode[] {
  return joinedText(tokens).flatMap((token): RichTextNode[] => {
    switch (token.type) {
      case 'strong':
        return inlineNodes(token.tokens ?? [], { ...marks, bold: true })
      case 'em':
        return inlineNodes(token.tokens ?? [], { ...marks, italic: true })
      case 'del':
        return inlineNodes(token.tokens ?? [], { ...marks, strikethrough: true })
      case 'codespan':
        return [{ text: (token as Tokens.Codespan).text, ...marks, code: true }]
      case 'link':
        return [{ type: 'a', url: (token as Tokens.Link).href, children: inlineNodes(token.tokens ?? [], marks) }]
      case 'br':
        return [{ text: '\n', ...marks }]
      case 'text':
        return 'tokens' in token && token.tokens
          ? inlineNodes(token.tokens, marks)
          : [{ text: (token as Tokens.Text).raw, ...marks }]
      default:
        return [{ text: token.raw, ...marks }]
    }
  })
}

/** Bare addresses and escaped characters stay part of the surrounding text: only explicit links become links. */
function joinedText(tokens: readonly Token[]): Token[] {
  const kept: Token[] = []
  let isAfterJoined = false
  for (const token of tokens) {
    const joined = textToJoin(token)
    const isText = token.type === 'text' && !('tokens' in token && token.tokens)
    const last = kept.at(-1)
    const joins = last?.type === 'text' && (joined !== undefined || (isAfterJoined && isText))
    if (joins && !('tokens' in last && last.tokens)) kept[kept.length - 1] = plain(last.raw + (joined ?? token.raw))
    else kept.push(joined === undefined ? token : plain(joined))
    isAfterJoined = joined !== undefined
  }
  return kept
}

function textToJoin(token: Token): string | undefined {
  if (token.type === 'escape') return (token as Tokens.Escape).text
  return token.type === 'link' && !token.raw.startsWith('[') ? token.raw : undefined
}

function plain(text: string): Token {
  return { type: 'text', raw: text, text }
}
