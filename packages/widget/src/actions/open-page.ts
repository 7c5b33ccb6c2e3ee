import type { ActionOutcome } from '../conversation/action-context.js'
import { safeLink } from '../theme/safe-address.js'
import type { ActionTools } from './action-tools.js'

/** Opens another page. If the browser blocks that, a link for the visitor remains. */
export function openPage(
  { url, isNewTab }: { url?: string; isNewTab?: boolean },
  { context }: ActionTools,
): ActionOutcome {
  if (!url) return { kind: 'done' }
  const address = safeLink(url)
  if (!address)
    return {
      kind: 'failed',
      log: {
        status: 'error',
        description: 'A redirect was refused: only web, mail and phone addresses are opened',
        details: url,
      },
    }
  const opened = window.open(address, isNewTab ? '_blank' : '_top')
  if (!opened) context.notice({ kind: 'popup-blocked', url: address })
  else if (isNewTab) opened.opener = null
  return { kind: 'done' }
}
