import type { TextMessageContent } from '@colloquy/chat'
import {
  type BlockContext,
  type BlockRuntime,
  type Effectful,
  type Outcome,
  renderRichText,
  textContent,
} from '@colloquy/engine'
import { blockExits } from '../common/block-exits.js'
import { isConstant } from '../common/is-constant.js'

/** Shows rich text with its variables expanded. A bubble that was never edited shows nothing. */
export const textRuntime: BlockRuntime<'text'> = {
  type: 'text',
  kind: 'bubble',
  enter(block, context) {
    if (!block.content) return { kind: 'continue' }
    const { richText } = block.content
    const content = Array.isArray(richText) ? constantContent(richText, context) : emptyContent
    if (content) return { kind: 'say', message: { id: block.id, type: 'text', content } }
    return rendered(block.id, richText, context)
  },
  exits: blockExits,
}

const emptyContent: TextMessageContent = { type: 'richText', richText: [], html: '', plainText: '' }

/** Rendered texts without variables, by the rich text of the compiled flow. They never change. */
const constants = new WeakMap<object, Partial<Record<BlockContext['textFormat'], TextMessageContent>>>()

/** Undefined for a text with variables. */
function constantContent(stored: unknown[], context: BlockContext): TextMessageContent | undefined {
  if (!isConstant(stored)) return undefined
  const known = constants.get(stored) ?? {}
  constants.set(stored, known)
  const { textFormat } = context
  known[textFormat] ??= textContent(withoutPause(renderRichText(stored, context)), textFormat)
  return known[textFormat]
}

/** Only values cause a pause. */
function withoutPause<T>(running: Effectful<T>): T {
  const step = running.next()
  if (!step.done) throw new Error('A constant text requested an effect.')
  return step.value
}

function* rendered(id: string, stored: unknown[], context: BlockContext): Effectful<Outcome> {
  const content = textContent(yield* renderRichText(stored, context), context.textFormat)
  return { kind: 'say', message: { id, type: 'text', content } }
}
