import { Lexer, type MarkedOptions, type Token, type TokensList } from 'marked'

/** Work on Markdown, in delimiters times characters, that several texts share. */
export interface MarkdownBudget {
  left: number
}

/**
 * The lexer of the Markdown library, within a budget. It reads what visitors write, and takes quadratic time for delimiters that are never
 * closed and for long runs of lines, and one stack frame per level of nesting. Anything beyond the budget becomes plain text.
 */
export class BoundedLexer extends Lexer {
  readonly #shared: MarkdownBudget
  #left = maxWork
  #depth = 0

  constructor(options: MarkedOptions, shared: MarkdownBudget = { left: maxWork }) {
    super(options)
    this.#shared = shared
  }

  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[]
  override blockTokens(src: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList
  override blockTokens(src: string, tokens: Token[] = [], lastParagraphClipped?: boolean): Token[] {
    if (this.#depth === maxNested || !this.#takes(workOnBlocks(src))) {
      tokens.push({ type: 'paragraph', raw: src, text: src, tokens: [plain(src)] })
      return tokens
    }
    this.#depth++
    try {
      return super.blockTokens(src, tokens, lastParagraphClipped)
    } finally {
      this.#depth--
    }
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (this.#takes(workOnSigns(src))) return super.inlineTokens(src, tokens)
    tokens.push(plain(src))
    return tokens
  }

  #takes(work: number): boolean {
    if (work > this.#left || work > this.#shared.left) return false
    this.#left -= work
    this.#shared.left -= work
    return true
  }
}

/** Budget of one text, in delimiters times characters: at most some hundredths of a second. */
const maxWork = 2_500_000
const maxNested = 30
/** Lines cost less than delimiters. */
const costOfLine = 0.1
/** Base cost of a block, regardless of its content. */
const costOfBlock = 150

const plain = (text: string): Token => ({ type: 'text', raw: text, text, escaped: false })

/** Runs of lines end at blank lines. */
function workOnBlocks(src: string): number {
  let work = 0
  let start = 0
  let lines = 1
  for (let at = src.indexOf('\n'); at >= 0; at = src.indexOf('\n', at + 1)) {
    lines++
    if (src[at + 1] !== '\n') continue
    work += costOfBlock + lines * (at - start) * costOfLine
    start = at
    lines = 1
  }
  return work + costOfBlock + lines * (src.length - start) * costOfLine
}

function workOnSigns(src: string): number {
  let signs = 0
  for (const _ of src.matchAll(sign)) signs++
  return costOfBlock + signs * src.length
}

/** Characters that may begin or end an inline element. */
const sign = /[!&*<>[\]\\_`~@:]/g
