import type { BlockRuntime } from '@colloquy/engine'
import { blockExits } from '../block-exits.js'

/** Opens a page in the visitor's browser while the flow goes on. */
export const redirectRuntime: BlockRuntime<'Redirect'> = {
  type: 'Redirect',
  kind: 'logic',
  enter(block, context) {
    if (!block.options?.url) return { kind: 'continue' }
    const url = redirectUrl(context.expand(block.options.url))
    if (url === undefined) {
      context.log({
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

const openedSchemes = new Set(['http', 'https', 'mailto', 'tel', 'sms'])

/** The address with a scheme; undefined when it has one that is not opened. `host:port` is not a scheme. */
function redirectUrl(text: string): string | undefined {
  // Browsers drop control characters and blanks in schemes, so they must not hide one.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const visible = text.replace(/[\u0000-\u0020\u007f]/g, '')
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d+(?:[/?#]|$))/i.exec(visible)?.[1]?.toLowerCase()
  if (scheme === undefined) return `https://${text.trim()}`
  return openedSchemes.has(scheme) ? text.trim() : undefined
}
