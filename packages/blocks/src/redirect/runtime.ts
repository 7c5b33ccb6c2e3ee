import type { BlockRuntime } from '@colloquy/engine'
import { fillAddress, openedAddress } from '@colloquy/flow'
import { blockExits } from '../common/block-exits.js'

/** Opens a page in the visitor's browser while the flow continues. */
export const redirectRuntime: BlockRuntime<'Redirect'> = {
  type: 'Redirect',
  kind: 'logic',
  enter(block, context) {
    if (!block.options?.url) return { kind: 'continue' }
    const url = openedAddress(fillAddress(context.pieces(block.options.url)))
    if (url === undefined) {
      context.log('refused-address', {
        status: 'error',
        description: 'Redirect was skipped: only http, https, mailto, tel and sms addresses are opened',
      })
      return { kind: 'continue' }
    }
    const isNewTab = block.options.isNewTab
    return {
      kind: 'act',
      actions: [{ type: 'redirect', redirect: isNewTab === undefined ? { url } : { url, isNewTab } }],
    }
  },
  exits: blockExits,
}
