import type { TextMessageContent } from '@colloquy/chat'
import { type BlockContext, type BlockRuntime, renderRichText, textContent } from '@colloquy/engine'
import { blockExits } from '../common/block-exits.js'
import { isConstant } from '../common/is-constant.js'

/** Shows rich text with its variables expanded. A bubble that was never edited shows nothing. */
export const textRuntime: BlockRuntime<'text'> = {
  type: 'text',
  kind: 'bubble',
  enter(block, context) {
    if (!block.content) return { kind: 'continue' }
    const { richText } = block.content
    const content = Array.isArray(richText) ? contentOf(richText, context) : emptyContent
    return { kind: 'say', message: { id: block.id, type: 'text', content } }
  },
  exits: blockExits,
}

const emptyContent: TextMessageContent = { type: 'richText', richText: [], html: '', plainText: '' }

/** Rendered texts without variables, by the rich text of the compiled flow. They never change. */
const constants = new WeakMap<object, Partial<Record<'richText' | 'markdown', TextMessageContent>>>()

function contentOf(stored: unknown[], context: BlockContext): TextMessageContent {
  if (!isConstant(stored)) return rendered(stored, context)
  const known = constants.get(stored) ?? {}
  constants.set(stored, known)
  known[context.textFormat] ??= rendered(stored, context)
  return known[context.textFormat] as TextMessageContent
}

function rendered(stored: unknown[], context: BlockContext): TextMessageContent {
  return textContent(renderRichText(stored, context), context.textFormat)
}
