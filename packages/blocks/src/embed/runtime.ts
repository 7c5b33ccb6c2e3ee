import type { Message } from '@colloquy/chat'
import type { BlockRuntime } from '@colloquy/engine'
import { blockExits } from '../common/block-exits.js'
import { clientValue } from '../common/client-value.js'
import { finiteNumber } from '../common/finite-number.js'

type EmbedContent = Extract<Message, { type: 'embed' }>['content']

/** Shows a page inside the chat. On the web it waits for an event of that page, if the author asked for that. */
export const embedRuntime: BlockRuntime<'embed'> = {
  type: 'embed',
  kind: 'bubble',
  enter(block, context) {
    if (!block.content) return { kind: 'continue' }
    const { height, ...rest } = context.expandDeep(block.content)
    const content: EmbedContent = { ...rest }
    const pixels = finiteNumber(height)
    if (pixels !== undefined) content.height = pixels
    const message = { id: block.id, type: 'embed' as const, content }
    const waits = block.content.waitForEvent?.isEnabled && context.channel === 'web'
    return waits ? { kind: 'say', message, waits: true } : { kind: 'say', message }
  },
  resume(block, text, context) {
    const id = block.content?.waitForEvent?.saveDataInVariableId
    if (id) context.assign([{ id, value: clientValue(text) }])
  },
  exits: blockExits,
}
