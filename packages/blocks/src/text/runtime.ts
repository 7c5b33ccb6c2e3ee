import type { TextMessageContent } from '@colloquy/chat'
import {
  type BlockContext,
  type BlockRuntime,
  renderRichText,
  richTextToHtml,
  richTextToMarkdown,
  richTextToPlainText,
} from '@colloquy/engine'
import { blockExits } from '../block-exits.js'

/** Says rich text with its variables filled in. A bubble that was never edited says nothing. */
export const textRuntime: BlockRuntime<'text'> = {
  type: 'text',
  kind: 'bubble',
  enter(block, context) {
    if (!block.content) return { kind: 'continue' }
    const content = textContent(block.content.richText, context)
    return { kind: 'say', message: { id: block.id, type: 'text', content } }
  },
  exits: blockExits,
}

function textContent(stored: unknown, context: BlockContext): TextMessageContent {
  if (!Array.isArray(stored)) return { type: 'richText', richText: [], html: '', plainText: '' }
  const richText = renderRichText(stored, context)
  const plainText = richTextToPlainText(richText)
  return context.textFormat === 'markdown'
    ? { type: 'markdown', markdown: richTextToMarkdown(richText), plainText }
    : { type: 'richText', richText, html: richTextToHtml(richText), plainText }
}
