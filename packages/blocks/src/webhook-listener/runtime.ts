import type { BlockRuntime } from '@colloquy/engine'
import { blockExits } from '../common/block-exits.js'
import { clientValue } from '../common/client-value.js'
import { mapResponse } from '../http-request/response-mapping.js'

/** Waits until another system calls this conversation, and stores the data that it sent. */
export const webhookListenerRuntime: BlockRuntime<'webhook'> = {
  type: 'webhook',
  kind: 'logic',
  enter: () => ({ kind: 'act', actions: [{ type: 'listenForWebhook', expectsDedicatedReply: true }] }),
  *resume(block, text, context) {
    const sent = clientValue(text)
    const isResponse = typeof sent === 'object' && sent !== null && !Array.isArray(sent)
    const response = isResponse ? sent : { statusCode: 200, data: sent }
    yield* mapResponse(block.options?.responseVariableMapping, response, context)
    return undefined
  },
  exits: blockExits,
}
